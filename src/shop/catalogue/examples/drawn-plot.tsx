import type { CSSProperties } from 'react'
import css from './drawn-plot.module.css'
import type { ExamplePlot } from './example-rules.ts'

const left = (x: number): CSSProperties => ({ left: `${x}%` })
const up = (y: number): CSSProperties => ({ bottom: `${y}%` })

type Plot = Omit<ExamplePlot, 'note' | 'marks' | 'readable'>

/** The curves stretch with the page; the labels keep their size. */
export function DrawnPlot({ plot: { x, y, curves, labels, dips }, title }: { plot: Plot; title: string }) {
  return (
    <div className={css.screen}>
      <p className={css.head}>
        <span>{y.label}</span>
        {curves.length > 1 && (
          <span className={css.legend}>
            {curves.map(({ name }) => (
              <span key={name}>{name}</span>
            ))}
          </span>
        )}
      </p>
      <div role="img" aria-label={`${title}：${y.label} 随 ${x.label} 的变化`} className={css.area}>
        <svg viewBox="0 0 1000 500" preserveAspectRatio="none" className={css.curves}>
          {curves.map(({ name, d, dots }) => (
            <path key={name} d={d} data-dots={dots || undefined} />
          ))}
        </svg>
        {x.ticks.map(({ at, text }) => (
          <span key={at} className={css.xTick} style={left(at)}>
            {text}
          </span>
        ))}
        {y.ticks.map(({ at, text }) => (
          <span key={at} className={css.yTick} style={up(at)}>
            {text}
          </span>
        ))}
        {labels.map((label) => (
          <span key={label.x} className={dips ? css.below : css.label} style={{ ...left(label.x), ...up(label.y) }}>
            {label.text}
          </span>
        ))}
      </div>
      <p className={css.foot}>{x.label}</p>
    </div>
  )
}
