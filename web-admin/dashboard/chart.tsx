import { Group } from '@visx/group'
import { BarRounded } from '@visx/shape'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { formatMoneyExact } from '../../modules/kernel/money.ts'
import * as styles from './chart.css.ts'

const steps = [1, 2, 2.5, 5, 10]

/** The labels of the axis: four equal steps of a round size, from zero to at least the largest value. */
export const axisTicks = (most: number): number[] => {
  const least = Math.max(most, 1) / 4
  const power = 10 ** Math.floor(Math.log10(least))
  const step = (steps.find((factor) => factor * power >= least - 1e-9) ?? 10) * power
  return [0, 1, 2, 3, 4].map((count) => count * step)
}

const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
})

export const axisLabel = (dollars: number): string => compact.format(dollars)

const useSize = (ref: RefObject<HTMLElement | null>): { width: number; height: number } => {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}

export type Point = { label: string; value: number }

const LEFT = 44
const TOP = 8
const BOTTOM = 28
const RADIUS = 4
const WIDEST = 32

/** Bars by month; hover, touch or the arrow keys show one month's figure. */
export const Chart = ({ points }: { points: Point[] }) => {
  const box = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(box)
  const [at, setAt] = useState<number | null>(null)
  const ticks = axisTicks(Math.max(...points.map(({ value }) => value)))
  const across = Math.max(width - LEFT, 1)
  const down = Math.max(height - TOP - BOTTOM, 1)
  const top = ticks.at(-1) ?? 1
  // Computed here, since the scales of visx would bring code for colours, times and formats: a third of this page's
  // size.
  const y = (value: number) => down * (1 - value / top)
  const column = across / Math.max(points.length, 1)
  const barWidth = Math.min(column * 0.6, WIDEST)
  const last = points.length - 1

  const key = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowLeft: (at ?? last + 1) - 1, ArrowRight: (at ?? -1) + 1, Home: 0, End: last }
    if (event.key === 'Escape') setAt(null)
    const next = moves[event.key]
    if (next === undefined) return
    event.preventDefault()
    setAt(Math.min(Math.max(next, 0), last))
  }
  const shown = at === null ? undefined : points[at]
  const now = shown ?? points[last]
  const middle = LEFT + ((at ?? 0) + 0.5) * column
  // Near an edge the tooltip moves inward, to stay within the chart.
  const side = middle < 72 ? { left: 0 } : middle > width - 72 ? { right: 0 } : { left: middle, transform: 'translateX(-50%)' }

  return (
    <div
      ref={box}
      className={styles.chart}
      role="slider"
      tabIndex={0}
      aria-label="Payments by month"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at ?? last}
      aria-valuetext={now ? `${now.label}, Payments: ${formatMoneyExact(now.value)}` : undefined}
      onKeyDown={key}
      onFocus={(event) => event.target.matches(':focus-visible') && setAt(at ?? last)}
      onBlur={() => setAt(null)}
      onPointerLeave={() => setAt(null)}
    >
      <svg className={styles.canvas} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
        <Group left={LEFT} top={TOP}>
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={0} x2={across} y1={Math.round(y(tick))} y2={Math.round(y(tick))} className={tick === 0 ? styles.base : styles.grid} />
              <text x={-LEFT} y={y(tick)} dy=".32em">
                {axisLabel(tick)}
              </text>
            </g>
          ))}
          {points.map(({ label, value }, index) => {
            const left = index * column
            const crest = y(value)
            return (
              <g key={label} onPointerEnter={() => setAt(index)} onPointerDown={() => setAt(index)}>
                <rect x={left} y={0} width={column} height={down} className={at === index ? styles.band : ''} fill="transparent" />
                {value > 0 && (
                  <BarRounded
                    x={left + (column - barWidth) / 2}
                    y={crest}
                    width={barWidth}
                    height={Math.max(down - crest, 1)}
                    radius={Math.min(RADIUS, down - crest, barWidth / 2)}
                    top
                    className={styles.bar}
                  />
                )}
                <text x={left + column / 2} y={down + 24} textAnchor="middle" className={(last - index) % 2 === 1 ? styles.odd : undefined}>
                  {label.split(' ')[0]}
                </text>
              </g>
            )
          })}
        </Group>
      </svg>
      {shown && height > 0 && (
        <div
          className={styles.tip}
          style={{ bottom: `min(${BOTTOM + down - y(shown.value) + 8}px, calc(100% - 3.5rem))`, ...side }}
          aria-hidden="true"
        >
          {shown.label}
          <strong className={styles.tipValue}>{`Payments: ${formatMoneyExact(shown.value)}`}</strong>
        </div>
      )}
    </div>
  )
}
