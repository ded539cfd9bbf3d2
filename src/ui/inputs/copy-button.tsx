import { useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'

/** Copies `text` and confirms it in its own label, which screen readers announce. A long text may be a function, called when it is copied. */
export function CopyButton({
  text,
  children = '复制',
  ...rest
}: Omit<ButtonProps, 'onClick'> & { text: string | (() => string) }) {
  const [said, setSaid] = useState<string>()
  const copy = async () => {
    const done = await copyText(typeof text === 'string' ? text : text())
    setSaid(done ? '已复制' : '复制失败，请手动选择')
    setTimeout(() => setSaid(undefined), 2000)
  }
  return (
    <Button
      size="s"
      variant="quiet"
      icon={said === '已复制' ? 'check' : 'copy'}
      className="no-print"
      {...rest}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{said ?? children}</span>
    </Button>
  )
}

/** The clipboard API needs a secure context; over plain HTTP the old copy command is used. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.style.position = 'fixed'
    document.body.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    return done
  }
}
