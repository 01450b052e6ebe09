import { useEffect, useRef } from "react"
import UPlot from "uplot"
import { formatMoney } from "../format/money.ts"

interface BarChartProps {
  /** Names the chart for a screen reader. */
  readonly label: string
  readonly bars: ReadonlyArray<{ readonly label: string; readonly micro: bigint }>
}

const height = 220

/** Amounts as bars, from left to right. A screen reader gets the same as a table. */
export const BarChart = ({ label, bars }: BarChartProps) => {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current!
    let plot: UPlot | undefined
    const draw = () => {
      plot?.destroy()
      plot = new UPlot(optionsOf(element, bars), [bars.map((_, i) => i), bars.map(({ micro }) => Number(micro) / 1e6)], element)
    }
    draw()
    // Colours are those of the moment: another scheme draws again.
    const scheme = matchMedia("(prefers-color-scheme: dark)")
    scheme.addEventListener("change", draw)
    const theme = new MutationObserver(draw)
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] })
    const size = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height }))
    size.observe(element)
    return () => {
      scheme.removeEventListener("change", draw)
      theme.disconnect()
      size.disconnect()
      plot?.destroy()
    }
  }, [bars])
  return (
    <div>
      <div ref={frame} aria-hidden="true" className="h-55 w-full overflow-hidden" />
      <table className="sr-only">
        <caption>{label}</caption>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.label}>
              <th scope="row">{bar.label}</th>
              <td>{formatMoney(bar.micro)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The canvas takes no CSS variables: the browser resolves them on an element. */
const colourOf = (element: HTMLElement, name: string) => {
  const probe = document.createElement("span")
  probe.style.color = `var(--color-${name})`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const optionsOf = (element: HTMLElement, bars: BarChartProps["bars"]): UPlot.Options => {
  const [accent, muted, line] = [colourOf(element, "accent"), colourOf(element, "muted"), colourOf(element, "line")]
  const font = `11px ${getComputedStyle(element).fontFamily}`
  const axis = { stroke: muted, font, grid: { stroke: line, width: 1 }, ticks: { show: false } }
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: (_, min, max) => [min - 0.6, max + 0.6] },
      y: { range: (_, __, max) => [0, max > 0 ? max * 1.1 : 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        values: (_, splits) => splits.map((at) => (Number.isInteger(at) ? (bars[at]?.label ?? "") : "")),
        space: 56,
      },
      { ...axis, size: 64, values: (_, splits) => splits.map((at) => formatMoney(BigInt(Math.round(at * 1e6)))) },
    ],
    series: [{}, { fill: accent, width: 0, paths: UPlot.paths.bars!({ size: [0.7, 28], radius: 0.15 }), points: { show: false } }],
  }
}
