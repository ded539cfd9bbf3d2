import { cx } from '../../ui/class-names.ts'
import css from './rich-text.module.css'

/** HTML of editors. It was cleaned when it was written (clean-actions.ts), which is the only way it gets into the database. */
export function RichText({ html, className }: { html: string; className?: string }) {
  // oxlint-disable-next-line react/no-danger -- cleaned on write against an allow-list
  return <div className={cx('prose', css.text, className)} dangerouslySetInnerHTML={{ __html: html }} />
}
