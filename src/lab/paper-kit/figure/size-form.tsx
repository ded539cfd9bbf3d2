import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/input.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import css from './figure.module.css'
import { Measure } from './measure.tsx'
import { columnWidths, type FigureSettings } from './settings-rules.ts'

const widths = columnWidths.flatMap((each) => [
  { ...each, part: '单栏', mm: each.single },
  ...('middle' in each ? [{ ...each, part: '1.5 栏', mm: each.middle }] : []),
  { ...each, part: '双栏', mm: each.double },
])

type Props = { settings: FigureSettings; onSettings: (settings: FigureSettings) => void }

/** Size, letters, lines and colours of the whole figure. */
export function SizeForm({ settings, onSettings }: Props) {
  const change = (part: Partial<FigureSettings>) => onSettings({ ...settings, ...part })
  const at = widths.findIndex(({ mm }) => mm === settings.widthMm)
  const chosen = widths[at]
  return (
    <fieldset className={css.group}>
      <legend>尺寸与样式</legend>
      <Field label="栏宽预设">
        <Select
          value={at}
          onValue={(place) => change({ widthMm: widths[place]?.mm ?? settings.widthMm })}
          options={[
            { value: -1, label: '自定义' },
            ...widths.map(({ publisher, part, mm }, value) => ({ value, label: `${publisher} ${part} ${mm} mm` })),
          ]}
        />
      </Field>
      <p className={css.note}>
        {chosen ? (
          <>
            依据 <SmartLink to={chosen.source}>{chosen.publisher} 的作图说明</SmartLink>，各期刊可能不同，投稿前请核对。
          </>
        ) : (
          '投稿前请核对期刊的作图说明。'
        )}
      </p>
      <div className={css.pair}>
        <Measure
          label="宽度"
          value={settings.widthMm}
          from={40}
          to={250}
          unit="mm"
          onValue={(widthMm) => change({ widthMm })}
        />
        <Measure
          label="高度"
          value={settings.heightMm}
          from={30}
          to={300}
          unit="mm"
          onValue={(heightMm) => change({ heightMm })}
        />
        <Field label="字体">
          <Select
            value={settings.font}
            onValue={(font) => change({ font })}
            options={(['Arial', 'Helvetica'] as const).map((value) => ({ value, label: value }))}
          />
        </Field>
        <Measure
          label="字号"
          value={settings.fontPt}
          from={6}
          to={10}
          unit="pt"
          onValue={(fontPt) => change({ fontPt })}
        />
        <Measure
          label="线宽"
          value={settings.linePt}
          from={0.25}
          to={2}
          unit="pt"
          onValue={(linePt) => change({ linePt })}
        />
        <Field label="颜色">
          <Select
            value={settings.colours}
            onValue={(colours) => change({ colours })}
            options={[
              { value: 'safe', label: '色盲友好' },
              { value: 'grey', label: '灰度与虚线' },
            ]}
          />
        </Field>
        <Field label="分图编号">
          <Select
            value={settings.letters}
            onValue={(letters) => change({ letters })}
            options={[
              { value: 'lower', label: 'a b c' },
              { value: 'upper', label: 'A B C' },
              { value: 'bracketed', label: '(a) (b)' },
              { value: 'none', label: '不编号' },
            ]}
          />
        </Field>
        <Field label="每行分图">
          <Select
            value={settings.columns}
            onValue={(columns) => change({ columns })}
            options={([1, 2] as const).map((value) => ({ value, label: `${value} 个` }))}
          />
        </Field>
      </div>
    </fieldset>
  )
}
