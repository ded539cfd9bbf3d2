import { useState } from 'react'
import { Card } from '../layout/card.tsx'
import { Sparkline } from '../chart/sparkline.tsx'
import { SpectrumPlot } from '../chart/spectrum-plot.tsx'
import { pseudoVoigt, seededPeaks } from '../drawings/curves.ts'
import { MethodDrawing } from '../drawings/method-drawing.tsx'
import { Icon, iconNames } from '../text/icon.tsx'
import { iconWords } from './icon-words.ts'
import { ElementPicker } from '../picker/element-picker.tsx'

const methods = ['XRD', 'SEM', 'BET', 'NMR', 'ICP', 'XPS', 'Raman', 'FTIR', 'TGA', 'UV-Vis']
const x = Array.from({ length: 4000 }, (_, i) => 10 + i * 0.02)
const curve = (seed: number) =>
  x.map((at) => 40 + 10 * seededPeaks(seed).reduce((sum, peak) => sum + pseudoVoigt(at, { ...peak, width: 0.25 }), 0))
export const series = [
  { name: '样品 1', x, y: curve(3) },
  { name: '样品 2', x, y: curve(8) },
]

export function Science() {
  const [symbols, setSymbols] = useState(['Fe', 'Ni'])
  return (
    <div className="stack">
      <SpectrumPlot title="衍射图" series={series} xLabel="2θ (°)" yLabel="强度 (计数)" />
      <div
        style={{
          display: 'grid',
          gap: 'var(--space-12)',
          gridTemplateColumns: 'repeat(auto-fill, minmax(13rem, 1fr))',
        }}
      >
        {methods.map((method, i) => (
          <MethodDrawing key={method} method={method} seed={i + 11} title={method} />
        ))}
      </div>
      <Card title="元素">
        <ElementPicker label="待测元素" value={symbols} onValue={setSymbols} max={5} />
        <Sparkline values={[3, 5, 4, 8, 6, 9, 12]} label="七日订单：3 至 12" />
      </Card>
      <Card title="图标">
        <ul role="list" className="cluster">
          {iconNames.map((name) => (
            <li key={name} className="cluster" style={{ width: '10rem' }}>
              <Icon name={name} size={24} />
              {iconWords[name]}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
