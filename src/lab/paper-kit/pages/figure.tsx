import { useEffect, useMemo, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useCall } from '../../../platform/client/use-call.ts'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { reportFigure } from '../contract.ts'
import { drawingSvg } from '../figure/drawing-rules.ts'
import { FigureExports } from '../figure/figure-exports.tsx'
import css from '../figure/figure.module.css'
import { figureDrawing, sourceKey } from '../figure/figure-rules.ts'
import { PanelForm } from '../figure/panel-form.tsx'
import { type FigureSettings, mostFiles, mostPanels, settingsIn } from '../figure/settings-rules.ts'
import { SizeForm } from '../figure/size-form.tsx'
import { type FigureFile, panelOf, usualSettings, withPanels } from '../figure/usual-rules.ts'

export const meta = () => [{ title: '论文插图 · 明析科测' }]

export default function FigurePage() {
  const { files: ids = '' } = useParams()
  const fileIds = [...new Set(ids.split(',').map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0)
  const asked = fileIds.slice(0, mostFiles)
  const { data, error, refetch, isFetching } = useCall(reportFigure, { fileIds: asked }, { enabled: asked.length > 0 })
  const orderNo = data?.files[0]?.orderNo
  return (
    <div className="stack">
      <PageHeader
        title="论文插图"
        sub="按期刊栏宽排版，导出矢量图或指定分辨率的图片"
        crumbs={[
          { label: '我的订单', to: '/member/order' },
          ...(orderNo === undefined ? [] : [{ label: orderNo, to: `/member/order/${orderNo}` }]),
          { label: '论文插图' },
        ]}
      />
      {asked.length === 0 && (
        <EmptyState title="没有选择数据文件" icon="file" action={{ label: '前往我的订单', to: '/member/order' }} />
      )}
      {fileIds.length > mostFiles && <p role="note">{`一张插图最多使用 ${mostFiles} 个数据文件，其余未读取。`}</p>}
      {error && !data && (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          {error.message}
        </ErrorState>
      )}
      {!error && !data && asked.length > 0 && <Skeleton lines={2} height={240} />}
      {data && <Workplace key={ids} files={data.files} />}
    </div>
  )
}

/** The settings stand in the address, so that the same figure can be made again and sent to a colleague. */
function Workplace({ files }: { files: readonly FigureFile[] }) {
  const [query, setQuery] = useSearchParams()
  const asked = query.get('s')
  const [begin] = useState(() => {
    const read = asked === null ? undefined : settingsIn(asked)
    return { settings: read ?? usualSettings(files), isLost: asked !== null && !read }
  })
  const [settings, setSettings] = useState<FigureSettings>(begin.settings)
  const text = JSON.stringify(settings)
  useEffect(() => {
    // The usual figure needs no address of its own.
    if (asked !== text && (asked !== null || text !== JSON.stringify(usualSettings(files))))
      setQuery({ s: text }, { replace: true, preventScrollReset: true })
  }, [asked, text, files, setQuery])
  const svg = useMemo(() => {
    const sources = files.flatMap(({ id, curves }) =>
      curves.map((curve, at) => [sourceKey({ fileId: id, at }), curve] as const),
    )
    return drawingSvg(figureDrawing(settings, new Map(sources)))
  }, [settings, files])
  if (files.every(({ curves }) => curves.length === 0))
    return (
      <EmptyState
        title="所选文件没有可以绘制的曲线"
        icon="file"
        action={{ label: '前往我的订单', to: '/member/order' }}
      />
    )
  return (
    <div className={css.columns}>
      <div className={css.preview}>
        {begin.isLost && <p role="note">网址中的插图设置无法识别，已使用默认设置。</p>}
        <Notes files={files} />
        <img
          className={css.paper}
          style={{ width: `${settings.widthMm * previewScale}mm` }}
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
          alt={`插图预览：${settings.panels.length} 个分图，${settings.panels.map(({ curves }) => curves.map(({ name }) => name).join('、')).join('；')}`}
        />
        <p
          className={css.note}
        >{`预览放大 ${previewScale} 倍，实际 ${settings.widthMm} × ${settings.heightMm} mm。导出的就是这张图。`}</p>
        <FigureExports svg={svg} settings={settings} />
      </div>
      <Card title="设置">
        <Settings files={files} settings={settings} onSettings={setSettings} />
      </Card>
    </div>
  )
}

const previewScale = 2

function Notes({ files }: { files: readonly FigureFile[] }) {
  const notes = files.filter(({ notes: own }) => own.length > 0)
  if (notes.length === 0) return null
  return (
    <ul className={css.curves} role="note">
      {notes.map(({ id, name, notes: own }) => (
        <li key={id} className={css.note}>{`${name}：${own.join('；')}`}</li>
      ))}
    </ul>
  )
}

type SettingsProps = {
  files: readonly FigureFile[]
  settings: FigureSettings
  onSettings: (settings: FigureSettings) => void
}

function Settings({ files, settings, onSettings }: SettingsProps) {
  const { panels } = settings
  const drawable = files.filter(({ curves }) => curves.length > 0)
  return (
    <div className={css.form}>
      <SizeForm settings={settings} onSettings={onSettings} />
      {panels.map((panel, i) => (
        <PanelForm
          // oxlint-disable-next-line react/no-array-index-key -- a panel is its place
          key={i}
          title={`分图 ${'abcd'[i]}`}
          panel={panel}
          files={drawable}
          onPanel={(changed) =>
            onSettings({ ...settings, panels: panels.map((each, at) => (at === i ? changed : each)) })
          }
          onRemove={
            panels.length > 1
              ? () =>
                  onSettings(
                    withPanels(
                      settings,
                      panels.filter((_, at) => at !== i),
                    ),
                  )
              : undefined
          }
        />
      ))}
      {panels.length < mostPanels && (
        <Button size="s" icon="plus" onClick={() => onSettings(withPanels(settings, [...panels, panelOf(drawable)]))}>
          添加分图
        </Button>
      )}
    </div>
  )
}
