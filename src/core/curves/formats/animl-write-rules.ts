import { axisParts } from './axis-parts-rules.ts'
import { decimal, type Written } from './written-rules.ts'

// AnIML core schema 0.90 (ASTM E13.15): Schäfer et al., J. Assoc. Lab. Autom. 2004, 9, 375; https://www.animl.org. The order of elements
// and their attributes follow the schema. No technique definition exists for most methods here, so the reference to one stays empty.

const namespace = 'urn:org:astm:animl:schema:core:draft:0.90'

/** All curves of a file as one AnIML document: a result with positions and values for each. */
export function writeAniml(written: Written): string {
  const { name, curves, projectNames, sampleNo, sampleName } = written
  const technique = projectNames.join('、') || 'not recorded'
  const sampleId = sampleNo || 'sample'
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<AnIML xmlns="${namespace}" version="0.90">`,
    `  <SampleSet><Sample name="${xmlText(sampleName || sampleId)}" sampleID="${xmlText(sampleId)}"/></SampleSet>`,
    '  <ExperimentStepSet>',
    `    <ExperimentStep name="${xmlText(technique)}" experimentStepID="measurement" sourceDataLocation="${xmlText(name)}">`,
    `      <Technique name="${xmlText(technique)}" uri=""/>`,
    '      <Infrastructure>',
    `        <SampleReferenceSet><SampleReference sampleID="${xmlText(sampleId)}" role="tested" samplePurpose="consumed"/></SampleReferenceSet>`,
    ...(written.measuredAt === ''
      ? []
      : [`        <Timestamp>${written.measuredAt.replace(' ', 'T')}+08:00</Timestamp>`]),
    '      </Infrastructure>',
    ...(written.instrument === ''
      ? []
      : [`      <Method><Device><Name>${xmlText(written.instrument)}</Name></Device></Method>`]),
    ...curves.flatMap((curve, i) => result(written, curve, i)),
    '    </ExperimentStep>',
    '  </ExperimentStepSet>',
    '</AnIML>',
    '',
  ].join('\n')
}

function result({ xLabel, yLabel }: Written, { label, x, y, total }: Written['curves'][number], i: number): string[] {
  const reduced = total !== undefined && total > x.length ? ` (${x.length} of ${total} points)` : ''
  return [
    `      <Result name="${xmlText(`${label}${reduced}`)}">`,
    `        <SeriesSet name="${xmlText(label)}" length="${x.length}">`,
    ...series({ label: xLabel, dependency: 'independent', id: `x${i + 1}`, values: x }),
    ...series({ label: yLabel, dependency: 'dependent', id: `y${i + 1}`, values: y }),
    '        </SeriesSet>',
    '      </Result>',
  ]
}

interface AnimlSeries {
  label: string
  dependency: 'independent' | 'dependent'
  id: string
  values: readonly number[]
}

function series({ label, dependency, id, values }: AnimlSeries): string[] {
  const { name, unit } = axisParts(label)
  return [
    `          <Series name="${xmlText(name)}" dependency="${dependency}" seriesID="${id}" seriesType="Float64" plotScale="linear">`,
    `            <IndividualValueSet>${values.map((value) => `<D>${decimal(value)}</D>`).join('')}</IndividualValueSet>`,
    ...(unit === '' ? [] : [`            <Unit label="${xmlText(unit)}"/>`]),
    '          </Series>',
  ]
}

/** A text inside an element or an attribute; characters that XML 1.0 does not allow are left out. */
export function xmlText(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
