import { cx } from '../../ui/text/class-names.ts'
import css from './rich-text.module.css'

/** HTML of editors. Saving cleans it (editing/clean-actions.ts), and nothing else writes it to the database. */
export function RichText({ html, className }: { html: string; className?: string }) {
  // oxlint-disable-next-line react/no-danger -- cleaned on write against an allow-list
  return <div className={cx('prose', css.text, className)} dangerouslySetInnerHTML={{ __html: html }} />
}
