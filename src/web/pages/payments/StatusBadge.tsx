import { Badge, type Tone } from "../../ui/Badge.tsx"

const tones: Readonly<Record<string, Tone>> = {
  settled: "ok",
  settling: "accent",
  reserved: "accent",
  pending: "accent",
  refunded: "warn",
  unknown: "warn",
  failed: "danger",
}

export const StatusBadge = ({ status }: { readonly status: string }) => <Badge tone={tones[status] ?? "neutral"}>{status}</Badge>
