import css from './plan-table.module.css'

/** All parameters in one line of text. */
export function ParameterSummary({
  described,
}: {
  described: readonly { key: string; label: string; text: string }[]
}) {
  if (described.length === 0) return <>—</>
  return (
    <ul role="list" className={css.parameters}>
      {described.map(({ key, label, text }) => (
        <li key={key}>
          <span className={css.label}>{label}</span> {text}
        </li>
      ))}
    </ul>
  )
}
