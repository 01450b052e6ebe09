/** Chance that is the same for the same seed (mulberry32). */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to, not including, 1. */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  below(n: number): number {
    return Math.floor(this.roll() * n)
  }

  chance(percent: number): boolean {
    return this.roll() * 100 < percent
  }

  pick<A>(list: ReadonlyArray<A>): A {
    return list[this.below(list.length)]!
  }

  /** One of the names, each as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const names = Object.keys(weights) as Array<K>
    let at = this.roll() * names.reduce((sum, name) => sum + weights[name], 0)
    for (const name of names) if ((at -= weights[name]) < 0) return name
    return names.at(-1)!
  }

  uuid(): string {
    const digits = Array.from({ length: 32 }, () => this.below(16).toString(16))
    digits[12] = "4"
    digits[16] = "8"
    return digits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
  }
}
