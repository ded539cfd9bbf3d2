import { useState } from 'react'
import { browserKey, useDownload } from '../../../core/files/download-button.tsx'
import { send } from '../../../platform/client/transport.ts'
import { pngOf } from '../../../ui/chart/save-figure.ts'
import { saveAs } from '../../../ui/inputs/save-file.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { reportFigurePdf } from '../contract.ts'
import css from './figure.module.css'
import { pixelsOf, withResolution } from './png-rules.ts'
import type { FigureSettings } from './settings-rules.ts'

/** The figure as files in its size on paper. */
export function FigureExports({ svg, settings }: { svg: string; settings: FigureSettings }) {
  const [failed, setFailed] = useState(false)
  const { busy, download } = useDownload(() => send(reportFigurePdf, { settings, browserKey: browserKey() }))
  const name = `插图-${settings.widthMm}mm`
  const png = async (dpi: number) => {
    setFailed(false)
    try {
      const size = { width: pixelsOf(settings.widthMm, dpi), height: pixelsOf(settings.heightMm, dpi) }
      const bytes = new Uint8Array(await (await pngOf(svg, size, 1)).arrayBuffer())
      saveAs(`${name}-${dpi}dpi.png`, withResolution(bytes, dpi), 'image/png')
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      <div className="cluster" role="group" aria-label="导出插图">
        <Button size="s" icon="download" onClick={() => saveAs(`${name}.svg`, svg, 'image/svg+xml')}>
          SVG
        </Button>
        <Button size="s" icon="download" busy={busy} onClick={() => void download()}>
          PDF
        </Button>
        <Button size="s" icon="download" onClick={() => void png(300)}>
          PNG 300 dpi
        </Button>
        <Button size="s" icon="download" onClick={() => void png(600)}>
          PNG 600 dpi
        </Button>
        <CopyButton text={() => location.href}>复制本图链接</CopyButton>
        {failed && <span role="alert">浏览器未能生成 PNG，请导出 SVG 或 PDF</span>}
      </div>
      <p className={css.note}>
        SVG 与 PDF 为矢量图。PDF 内嵌 Noto Sans SC 字体；要求 {settings.font} 字体的期刊请用
        SVG。设置都在本页网址中，用同一链接可再次得到同一张图。
      </p>
    </>
  )
}
