import { Button } from '../../../ui/inputs/button.tsx'
import { Checkbox } from '../../../ui/inputs/choice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { NumberInput, Select, TextInput } from '../../../ui/inputs/input.tsx'
import css from './figure.module.css'
import { Measure } from './measure.tsx'
import { type FigurePanel, mostCurves } from './settings-rules.ts'
import { curveName, type FigureFile } from './usual-rules.ts'

type Props = {
  title: string
  panel: FigurePanel
  files: readonly FigureFile[]
  onPanel: (panel: FigurePanel) => void
  onRemove?: (() => void) | undefined
}

/** The curves and axes of one panel. */
export function PanelForm({ title, panel, files, onPanel, onRemove }: Props) {
  const change = (part: Partial<FigurePanel>) => onPanel({ ...panel, ...part })
  const limit = (label: string, key: 'xFrom' | 'xTo' | 'yFrom' | 'yTo') => (
    <Field label={label}>
      <NumberInput
        value={panel[key]}
        placeholder="自动"
        onValue={(value) => change({ [key]: value !== undefined && Number.isFinite(value) ? value : null })}
      />
    </Field>
  )
  return (
    <fieldset className={css.group}>
      <legend>{title}</legend>
      <Curves panel={panel} files={files} onPanel={onPanel} />
      <Field label="横轴名称">
        <TextInput value={panel.xLabel} maxLength={80} onValue={(xLabel) => change({ xLabel })} />
      </Field>
      <Field label="纵轴名称">
        <TextInput value={panel.yLabel} maxLength={80} onValue={(yLabel) => change({ yLabel })} />
      </Field>
      <div className={css.pair}>
        {limit('横轴从', 'xFrom')}
        {limit('横轴到', 'xTo')}
        {limit('纵轴从', 'yFrom')}
        {limit('纵轴到', 'yTo')}
        <Measure
          label="错开"
          value={panel.offset}
          from={0}
          to={200}
          unit="%"
          onValue={(offset) => change({ offset })}
        />
        <Field label="图例">
          <Select
            value={panel.legend}
            onValue={(legend) => change({ legend })}
            options={[
              { value: 'right', label: '右上' },
              { value: 'left', label: '左上' },
              { value: 'none', label: '不显示' },
            ]}
          />
        </Field>
      </div>
      <Checkbox value={panel.reversed} onValue={(reversed) => change({ reversed })}>
        横轴反向
      </Checkbox>
      <Checkbox value={panel.normalised} onValue={(normalised) => change({ normalised })}>
        各曲线归一化
      </Checkbox>
      <Checkbox value={panel.yNumbers} onValue={(yNumbers) => change({ yNumbers })}>
        显示纵轴刻度值
      </Checkbox>
      {onRemove && (
        <Button size="s" onClick={onRemove}>
          {`删除${title}`}
        </Button>
      )}
    </fieldset>
  )
}

/** Every curve of the chosen files; those of the panel have a name for the legend. */
function Curves({ panel, files, onPanel }: Pick<Props, 'panel' | 'files' | 'onPanel'>) {
  const full = panel.curves.length >= mostCurves
  const all = files.flatMap((file) => file.curves.map((_, at) => ({ file, at })))
  return (
    <ul className={css.curves} aria-label="曲线">
      {all.map(({ file, at }) => {
        const own = panel.curves.find((curve) => curve.fileId === file.id && curve.at === at)
        const usual = curveName(file, at)
        const toggle = (on: boolean) =>
          onPanel({
            ...panel,
            curves: on
              ? [...panel.curves, { fileId: file.id, at, name: usual }]
              : panel.curves.filter((curve) => curve !== own),
          })
        return (
          <li key={`${file.id}:${at}`}>
            <Checkbox value={own !== undefined} disabled={!own && full} onValue={toggle} note={file.name}>
              {usual}
            </Checkbox>
            {own && panel.legend !== 'none' && (
              <TextInput
                aria-label={`${usual} 的图例名称`}
                value={own.name}
                maxLength={60}
                onValue={(name) =>
                  onPanel({ ...panel, curves: panel.curves.map((curve) => (curve === own ? { ...own, name } : curve)) })
                }
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
