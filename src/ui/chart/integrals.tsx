import { useState } from 'react'
import { Button } from '../inputs/button.tsx'
import { Field } from '../inputs/field.tsx'
import { NumberInput, Select } from '../inputs/input.tsx'
import { Table } from '../tables/table.tsx'
import { areaUnit, integrate } from './integrate.ts'
import css from './result-plot.module.css'
import { type Series, tickText } from './scale.ts'

export type ChosenRange = { curve: string; from: number; to: number }

type Props = {
  series: readonly Series[]
  xLabel: string
  yLabel: string
  ranges: readonly ChosenRange[]
  onRanges: (ranges: ChosenRange[]) => void
  active: number
  onActive: (active: number) => void
}

/** Areas of chosen ranges: dragged in the figure, or typed. */
export function Integrals({ series, xLabel, yLabel, ranges, onRanges, active, onActive }: Props) {
  const [from, setFrom] = useState<number>()
  const [to, setTo] = useState<number>()
  const [refusal, setRefusal] = useState<string>()
  const curve = series[active] ?? series[0]
  const add = () => {
    if (!curve) return
    if (from === undefined || to === undefined) return setRefusal('请填写起点和终点')
    const found = integrate(curve, from, to)
    if (typeof found === 'string') return setRefusal(found)
    setRefusal(undefined)
    onRanges([...ranges, { curve: curve.name, from: found.from, to: found.to }])
    setFrom(undefined)
    setTo(undefined)
  }
  return (
    <section aria-label="积分" className={css.integrals}>
      <p className={css.hint}>
        在图上拖动选取区间；键盘用方向键移动光标，在区间两端各按一次 [
        键；也可直接填写。面积用梯形法计算，扣除区间两端连线以下的部分。
      </p>
      <div className={css.range}>
        {series.length > 1 && (
          <Field label="曲线">
            <Select
              value={active}
              onValue={onActive}
              options={series.map(({ name }, i) => ({ value: i, label: name }))}
            />
          </Field>
        )}
        <Field label="起点">
          <NumberInput value={from} onValue={setFrom} />
        </Field>
        <Field label="终点">
          <NumberInput value={to} onValue={setTo} />
        </Field>
        <Button onClick={add}>添加区间</Button>
      </div>
      {refusal && <p role="alert">{refusal}</p>}
      <IntegralTable series={series} xLabel={xLabel} yLabel={yLabel} ranges={ranges} onRanges={onRanges} />
    </section>
  )
}

/** The area of each range, and its ratio to the first one. */
export function integralRows(series: readonly Series[], ranges: readonly ChosenRange[]) {
  const rows = ranges.flatMap((range, i) => {
    const curve = series.find((each) => each.name === range.curve)
    const found = curve && integrate(curve, range.from, range.to)
    return !found || typeof found === 'string' ? [] : [{ ...found, name: range.curve, key: `${i}`, index: i }]
  })
  const first = rows[0]?.net ?? 0
  return rows.map((row) => ({ ...row, ratio: first === 0 ? null : row.net / first }))
}

function IntegralTable({ series, xLabel, yLabel, ranges, onRanges }: Omit<Props, 'active' | 'onActive'>) {
  const rows = integralRows(series, ranges)
  const thinned = series.some((each) => each.total !== undefined && ranges.some(({ curve }) => curve === each.name))
  if (rows.length === 0) return null
  const number = (value: number) => <span className="num">{tickText(Number(value.toPrecision(6)))}</span>
  const unit = areaUnit(xLabel, yLabel)
  return (
    <>
      <Table
        caption="积分结果"
        hideCaption
        rows={rows}
        rowKey={(row) => row.key}
        columns={[
          { key: 'curve', header: '曲线', rowHeader: true, render: (row) => row.name },
          { key: 'from', header: `起点`, align: 'end', render: (row) => number(row.from) },
          { key: 'to', header: `终点`, align: 'end', render: (row) => number(row.to) },
          { key: 'net', header: `面积 (${unit})`, align: 'end', render: (row) => number(row.net) },
          { key: 'gross', header: '未扣基线', align: 'end', render: (row) => number(row.gross) },
          {
            key: 'ratio',
            header: '比例',
            align: 'end',
            render: (row) => (row.ratio === null ? '—' : number(Number(row.ratio.toPrecision(4)))),
          },
          {
            key: 'remove',
            header: <span className="visually-hidden">操作</span>,
            cardLabel: '',
            render: (row) => (
              <Button
                size="s"
                variant="quiet"
                aria-label={`移除区间 ${tickText(row.from)} 至 ${tickText(row.to)}`}
                onClick={() => onRanges(ranges.filter((_, i) => i !== row.index))}
              >
                移除
              </Button>
            ),
          },
        ]}
      />
      {thinned && (
        <p role="note">曲线的点数超过 4000，图上已按区段取最大和最小值，面积为近似值；精确计算请下载原始文件。</p>
      )}
    </>
  )
}
