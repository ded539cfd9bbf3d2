import type { Analysed } from '../../../core/analysis/asked-rules.ts'
import type { AnalysisResult, AnalysisTable } from '../../../core/analysis/tool-rules.ts'
import { ErrorState } from '../../../ui/feedback/states.tsx'
import { Table } from '../../../ui/tables/table.tsx'
import { cellText, numberText } from '../rules.ts'
import css from './analysis.module.css'

/** More rows of a table are in the text. */
const shownRows = 200

interface Props {
  /** Null: the tool failed. Undefined: nothing has been computed yet. */
  analysed: Analysed | null | undefined
  busy: boolean
  broken: boolean
  onRetry: () => void
}

export function ResultView({ analysed, busy, broken, onRetry }: Props) {
  return (
    <div className="stack">
      <p role="status" className={css.hint}>
        {busy && '正在计算…'}
      </p>
      {(analysed === null || broken) && !busy && (
        <ErrorState title="这次计算出错" onRetry={onRetry}>
          请调整参数，或刷新页面后重试
        </ErrorState>
      )}
      {analysed && analysed.refusal !== null && (
        <p role="alert" className={css.refusal}>
          {analysed.refusal}
        </p>
      )}
      {analysed?.result && <Result result={analysed.result} />}
    </div>
  )
}

function Result({ result: { values, tables, warnings, steps } }: { result: AnalysisResult }) {
  return (
    <>
      {warnings.length > 0 && (
        <ul className={css.warnings} aria-label="注意">
          {warnings.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {values.length > 0 && (
        <Table
          caption="结果数值"
          hideCaption
          noCards
          rows={values}
          rowKey={({ name }) => name}
          columns={[
            { key: 'name', header: '名称', rowHeader: true, render: ({ name }) => name },
            { key: 'value', header: '数值', align: 'end', render: (row) => number(numberText(row.value, row.digits)) },
            ...(values.some(({ uncertainty }) => uncertainty !== undefined)
              ? [
                  {
                    key: 'uncertainty',
                    header: '标准偏差',
                    align: 'end' as const,
                    render: (row: (typeof values)[number]) =>
                      row.uncertainty === undefined ? '—' : number(numberText(row.uncertainty, row.digits)),
                  },
                ]
              : []),
            { key: 'unit', header: '单位', render: ({ unit }) => unit },
          ]}
        />
      )}
      {tables.map((table, i) => (
        <ResultTable key={`${i} ${table.title}`} table={table} />
      ))}
      <details>
        <summary>计算步骤（{steps.length}）</summary>
        <ol className={css.steps}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </details>
    </>
  )
}

function ResultTable({ table: { title, columns, rows } }: { table: AnalysisTable }) {
  return (
    <>
      <Table
        caption={title || '表'}
        noCards={!rows.some((row) => row.some(isWords))}
        rows={rows.slice(0, shownRows)}
        rowKey={(row) => String(rows.indexOf(row))}
        columns={columns.map(({ name, unit, digits }, i) => ({
          key: String(i),
          header: unit ? `${name} (${unit})` : name,
          align: rows.some((row) => typeof row[i] === 'number') ? ('end' as const) : ('start' as const),
          render: (row: AnalysisTable['rows'][number]) => {
            const text = cellText(row[i] ?? '', digits)
            return isWords(text) ? <span className={css.words}>{text}</span> : number(text)
          },
        }))}
      />
      {rows.length > shownRows && (
        <p className={css.hint}>{`表中共 ${rows.length} 行，此处显示前 ${shownRows} 行；全部在下载的文字中。`}</p>
      )}
    </>
  )
}

/** Words wrap, and on a phone their table is cards, where they are seen without scrolling. */
function isWords(cell: number | string): boolean {
  return typeof cell === 'string' && cell.length > 12
}

function number(text: string) {
  return <span className="num">{text}</span>
}
