import { useId } from 'react'
import { RadioGroup } from '../../../ui/inputs/choice.tsx'
import { Field, type FieldState } from '../../../ui/inputs/field.tsx'
import { MoneyInput } from '../../../ui/inputs/input.tsx'
import { Money } from '../../../ui/text/money.tsx'
import type { Application } from '../contract.ts'
import { overLeft } from '../rules.ts'
import css from '../pages/invoices.module.css'

/** The amounts as they are typed: NaN while one cannot be read. */
export type RedParts = { orderNo: string; amountFen: number }[] | undefined

interface Props {
  row: Pick<Application, 'lines' | 'reddenedFen' | 'amountFen'>
  parts: RedParts
  onParts: (parts: RedParts) => void
  /** The field of a path of the form. */
  at: (path: `parts.${string}`) => FieldState
}

type Line = Application['lines'][number]

/** Chooses between everything that is left of an invoice and amounts of its lines. */
export function RedPartsInput({ row, parts, onParts, at }: Props) {
  const id = useId()
  const leftFen = row.amountFen - row.reddenedFen
  const fieldOf = (orderNo: string): FieldState => {
    const index = (parts ?? []).findIndex((part) => part.orderNo === orderNo)
    const others = (parts ?? []).filter((part) => part.orderNo !== orderNo)
    return {
      ...at(`parts.${index < 0 ? orderNo : index}.amountFen`),
      set: (fen) => {
        const part = { orderNo, amountFen: fen as number }
        if (fen === undefined) return onParts(others)
        onParts(index < 0 ? [...others, part] : parts?.map((each, at) => (at === index ? part : each)))
      },
    }
  }
  return (
    <div className="stack" id={id}>
      <RadioGroup
        value={parts ? 'part' : 'whole'}
        onValue={(value) => onParts(value === 'part' ? [] : undefined)}
        options={[
          { value: 'whole', label: row.reddenedFen > 0 ? '红冲全部剩余金额' : '整张红冲' },
          { value: 'part', label: '部分红冲' },
        ]}
      />
      {parts ? (
        <ul role="list" className={css.lines}>
          {row.lines
            .filter((line) => line.amountFen > line.reddenedFen)
            .map((line) => (
              <li key={line.orderNo} className={css.line}>
                <span>
                  <span className="num">{line.orderNo}</span> {line.about}
                  <span className={css.sub}>
                    {' '}
                    可红冲 <Money fen={line.amountFen - line.reddenedFen} />
                  </span>
                </span>
                <AmountField line={line} of={fieldOf(line.orderNo)} />
              </li>
            ))}
        </ul>
      ) : (
        <p>
          红冲 <Money fen={leftFen} />
        </p>
      )}
    </div>
  )
}

function AmountField({ line: { orderNo, amountFen, reddenedFen }, of }: { line: Line; of: FieldState }) {
  const over = overLeft(of.value as number | undefined, amountFen - reddenedFen, '最多可红冲')
  return (
    <Field label={`订单 ${orderNo} 红冲金额`} hideLabel of={of} error={of.error ?? over}>
      <MoneyInput />
    </Field>
  )
}
