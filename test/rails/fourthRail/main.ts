// The command line of a gateway with the fourth rail, as a process of its own.
await import("./register.ts")
await import("../../../src/main.ts")
