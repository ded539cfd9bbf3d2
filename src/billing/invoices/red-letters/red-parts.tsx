import { useId } from 'react'
import { RadioGroup } from '../../../ui/inputs/choice.tsx'
import { MoneyInput } from '../../../ui/inputs/input.tsx'
import { Money } from '../../../ui/text/money.tsx'
import type { Application } from '../contract.ts'
import css from '../pages/invoices.module.css'

export type RedParts = { orderNo: string; amountFen: number }[] | undefined

interface Props {
  row: Pick<Application, 'lines' | 'reddenedFen' | 'amountFen'>
  parts: RedParts
  onParts: (parts: RedParts) => void
}

/** Chooses between everything that is left of an invoice and amounts of its lines. */
export function RedPartsInput({ row, parts, onParts }: Props) {
  const id = useId()
  const leftFen = row.amountFen - row.reddenedFen
  const set = (orderNo: string, fen: number | null) => {
    const others = (parts ?? []).filter((part) => part.orderNo !== orderNo)
    onParts(fen === null ? others : [...others, { orderNo, amountFen: fen }])
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
                <MoneyInput
                  aria-label={`订单 ${line.orderNo} 红冲金额`}
                  value={parts.find((part) => part.orderNo === line.orderNo)?.amountFen ?? null}
                  onValue={(fen) => set(line.orderNo, fen || null)}
                />
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
