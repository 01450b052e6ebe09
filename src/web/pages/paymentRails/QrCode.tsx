import { useMemo } from "react"
import { encode } from "uqr"

/** Dark modules on white with the quiet zone of four modules, in both colour schemes: cameras expect it so. */
export const QrCode = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const { path, size } = useMemo(() => {
    const { data, size } = encode(text, { ecc: "M", border: 4 })
    return { size, path: data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join("")).join("") }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-40 shrink-0 self-center rounded-md border border-line bg-white sm:self-start"
    >
      <path d={path} className="fill-black" />
    </svg>
  )
}
