import { useEffect, useRef } from 'react'
import { Button } from '../../ui/inputs/button.tsx'
import { CopyButton } from '../../ui/inputs/copy-button.tsx'
import css from './recovery-codes.module.css'

/** Shown once, when they are generated. */
export function RecoveryCodes({
  codes,
  doneLabel,
  onDone,
}: {
  codes: string[]
  doneLabel: string
  onDone: () => void
}) {
  const words = useRef<HTMLParagraphElement>(null)
  // The form that stood here had the focus, and took it along.
  useEffect(() => words.current?.focus(), [])
  return (
    <div className="stack">
      <p ref={words} tabIndex={-1}>
        手机丢失或更换时，可用恢复码代替验证码登录，每个只能用一次。请现在打印或抄写保存，
        <strong>离开后不再显示</strong>。
      </p>
      <ul className={css.codes} aria-label="恢复码">
        {codes.map((code) => (
          <li key={code} className="num">
            {code}
          </li>
        ))}
      </ul>
      <div className="cluster">
        <CopyButton text={codes.join('\n')}>复制全部</CopyButton>
        <Button variant="primary" onClick={onDone}>
          {doneLabel}
        </Button>
      </div>
    </div>
  )
}
