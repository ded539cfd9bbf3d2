import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/inputs/button.tsx'
import { saveAs } from '../../ui/inputs/save-file.ts'
import { qrModules } from '../../ui/text/qr-modules.ts'
import { posterAlternative, type PosterText, wrapped } from './poster-rules.ts'
import css from './poster.module.css'

const WIDTH = 750
const HEIGHT = 1120
const MARGIN = 60
const QR = 320

/** A poster drawn in the browser, and its download as a picture. */
export function Poster({ text, fileName }: { text: PosterText; fileName: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context) draw(context, text)
    else setFailed(true)
  }, [text])
  const save = () =>
    canvas.current?.toBlob((blob) => {
      if (!blob) return setFailed(true)
      saveAs(fileName, blob, 'image/png')
    }, 'image/png')
  return (
    <div className="stack">
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={posterAlternative(text)}
        className={css.poster}
      />
      {failed && <p role="alert">浏览器不能生成图片，请直接复制邀请链接。</p>}
      <Button variant="primary" icon="download" onClick={save}>
        下载海报
      </Button>
    </div>
  )
}

function draw(context: CanvasRenderingContext2D, { siteName, name, headline, rules, link }: PosterText): void {
  const style = getComputedStyle(document.documentElement)
  const colour = (token: string) => style.getPropertyValue(token).trim()
  const font = (size: number, weight = 400) => `${weight} ${size}px ${style.getPropertyValue('--font') || 'sans-serif'}`
  const write = (text: string, size: number, top: number, token: string, weight?: number) => {
    context.font = font(size, weight)
    context.fillStyle = colour(token)
    const lines = wrapped(text, WIDTH - 2 * MARGIN, (part) => context.measureText(part).width)
    for (const [i, line] of lines.entries()) context.fillText(line, MARGIN, top + i * size * 1.45)
    return top + lines.length * size * 1.45
  }
  context.textBaseline = 'top'
  context.fillStyle = colour('--paper-0')
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.fillStyle = colour('--brand-800')
  context.fillRect(0, 0, WIDTH, 400)
  write(siteName, 34, MARGIN, '--trace-cyan', 600)
  const top = write(headline, 56, 150, '--paper-0', 700)
  write(`${name || '您的朋友'} 邀请您注册`, 30, Math.max(top + 12, 330), '--brand-50')
  drawQr(context, link, 440, colour)
  context.textAlign = 'center'
  context.font = font(26)
  context.fillStyle = colour('--ink-700')
  context.fillText('扫码注册', WIDTH / 2, 780)
  context.textAlign = 'left'
  let below = 840
  for (const rule of rules.slice(0, 3)) below = write(rule, 24, below, '--ink-500') + 10
  write(link, 22, HEIGHT - MARGIN - 22, '--ink-500')
}

function drawQr(context: CanvasRenderingContext2D, link: string, top: number, colour: (token: string) => string): void {
  const { rows, size } = qrModules(link)
  const module = Math.floor(QR / size)
  const left = Math.round((WIDTH - module * size) / 2)
  context.fillStyle = colour('--paper-0')
  context.fillRect(left, top, module * size, module * size)
  context.fillStyle = '#000'
  for (const [y, row] of rows.entries())
    for (const [x, dark] of row.entries())
      if (dark) context.fillRect(left + x * module, top + y * module, module, module)
}
