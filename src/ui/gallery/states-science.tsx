import { Bars as BarList } from '../chart/bars.tsx'
import { ResultPlot } from '../chart/result-plot.tsx'
import { Sparkline } from '../chart/sparkline.tsx'
import { SpectrumPlot } from '../chart/spectrum-plot.tsx'
import { MethodDrawing } from '../drawings/method-drawing.tsx'
import { Diffraction, Droplet, Lattice } from '../drawings/scenes.tsx'
import { series } from './science.tsx'
import { Sample, State } from './sample.tsx'
import { longText } from './sample-texts.ts'

const methods = ['XRD', 'SEM', 'BET', 'NMR', 'ICP', 'XPS']
const drawings = [
  'bars',
  'diffraction-pattern',
  'frame',
  'isotherm',
  'micrograph',
  'nmr-spectrum',
  'peak-plot',
  'plot',
  'spectrum',
]

/** Plots and drawings, which are dark in both themes. */
export function ScienceStates() {
  return (
    <>
      <Sample of={['chart/spectrum-plot.tsx', 'chart/plot-parts.tsx', 'chart/peak-table.tsx']} title="图谱">
        <State name="两条曲线" wide>
          <SpectrumPlot title="衍射图示例" series={series} xLabel="2θ (°)" yLabel="强度 (计数)" height={220} />
        </State>
      </Sample>
      <Sample of={['chart/result-plot.tsx', 'chart/plot-controls.tsx', 'chart/integrals.tsx']} title="结果图谱">
        <State name="带排列、标峰与积分" wide>
          <ResultPlot
            title="结果示例"
            series={series.slice(0, 1)}
            xLabel="2θ (°)"
            yLabel="强度 (计数)"
            reverseX={false}
          />
        </State>
      </Sample>
      <Sample of={['chart/bars.tsx', 'chart/sparkline.tsx']} title="条形与走势">
        <State name="条形、长文字、零" wide>
          <BarList
            label="各项目订单"
            bars={[
              { key: 'a', label: 'X 射线衍射', value: 12, text: '12 单', to: '/project' },
              { key: 'b', label: longText, value: 5, text: '5 单' },
              { key: 'c', label: '拉曼光谱', value: 0, text: '0 单' },
            ]}
          />
        </State>
        <State name="走势">
          <Sparkline values={[3, 5, 4, 8, 6, 9, 12]} label="七日订单：3 至 12" />
        </State>
      </Sample>
      <Sample
        of={['drawings/method-drawing.tsx', 'drawings/scenes.tsx', ...drawings.map((name) => `drawings/${name}.tsx`)]}
        title="示意图"
      >
        <div
          style={{
            flex: '1 1 100%',
            display: 'grid',
            gap: 'var(--space-12)',
            gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
          }}
        >
          {methods.map((method, i) => (
            <MethodDrawing key={method} method={method} seed={i + 31} title={`${method} 示意`} />
          ))}
          <Droplet seed={1} title="接触角示意" angle={70} />
          <Diffraction seed={2} title="电子衍射示意" />
          <Lattice seed={3} title="晶格示意" />
        </div>
      </Sample>
    </>
  )
}
