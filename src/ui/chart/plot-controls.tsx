import { useId } from 'react'
import { Checkbox } from '../inputs/choice.tsx'
import { Select } from '../inputs/input.tsx'
import type { Arrangement } from './arrange.ts'
import { peakShares } from './peaks.ts'
import css from './result-plot.module.css'

type Props = {
  several: boolean
  arrangement: Arrangement
  onArrangement: (arrangement: Arrangement) => void
  reversed: boolean
  onReversed: (reversed: boolean) => void
  labelled: boolean
  onLabelled: (labelled: boolean) => void
  share: number
  onShare: (share: number) => void
  measuring: boolean
  onMeasuring: (measuring: boolean) => void
}

/** How the curves are drawn, and what is read off them. */
export function PlotControls(props: Props) {
  const id = useId()
  const {
    several,
    arrangement,
    onArrangement,
    reversed,
    onReversed,
    labelled,
    onLabelled,
    share,
    onShare,
    measuring,
    onMeasuring,
  } = props
  return (
    <fieldset className={css.controls}>
      <legend className="visually-hidden">图的显示</legend>
      <label htmlFor={`${id}s`} className={css.inline}>
        纵轴
        <Select
          id={`${id}s`}
          value={arrangement.scale}
          onValue={(scale) => onArrangement({ ...arrangement, scale })}
          options={[
            { value: 'linear', label: '线性' },
            { value: 'log', label: '对数' },
          ]}
        />
      </label>
      {several && (
        <label className={css.inline}>
          错开
          <input
            type="range"
            min={0}
            max={100}
            step={5}
            value={Math.round(arrangement.offset * 100)}
            aria-valuetext={`${Math.round(arrangement.offset * 100)}%`}
            onChange={(event) => onArrangement({ ...arrangement, offset: Number(event.target.value) / 100 })}
          />
        </label>
      )}
      {several && (
        <Checkbox
          value={arrangement.normalised}
          onValue={(normalised) => onArrangement({ ...arrangement, normalised })}
        >
          归一化
        </Checkbox>
      )}
      <Checkbox value={reversed} onValue={onReversed}>
        横轴反向
      </Checkbox>
      <Checkbox value={labelled} onValue={onLabelled}>
        标注峰位
      </Checkbox>
      <label htmlFor={`${id}p`} className={css.inline}>
        寻峰下限
        <Select
          id={`${id}p`}
          value={share}
          onValue={onShare}
          options={peakShares.map((value) => ({ value, label: `${value * 100}%` }))}
        />
      </label>
      <Checkbox value={measuring} onValue={onMeasuring}>
        积分
      </Checkbox>
    </fieldset>
  )
}
