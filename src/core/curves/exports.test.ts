import { describe, expect, it } from 'vitest'
import { readCurves } from './file-rules.ts'

const rows = (count: number, row: (i: number) => string) => Array.from({ length: count }, (_, i) => row(i)).join('\n')

interface Expected {
  xLabel?: string
  yLabel?: string
  labels: string[]
  first: [number, number][]
  notes?: string[]
}

const files: Record<string, { text: string; expected: Expected }> = {
  'Belsorp, adsorption below desorption': {
    text: `Comment1\tzeolite\nAdsorptive\tN2\nMeas. Temp.[K]\t77\n\nAdsorption data\nNo\tPi/(Pa)\tPe/(kPa)\tP0/(kPa)\tp/p0\tVd/ml\tV/ml(STP) g-1\n${rows(6, (i) => `${i + 1}\t1.2\t${i}.5\t101.3\t${(0.05 + i * 0.15).toFixed(2)}\t8.1\t${50 + i * 10}`)}\nDesorption data\nNo\tPi/(Pa)\tPe/(kPa)\tP0/(kPa)\tp/p0\tVd/ml\tV/ml(STP) g-1\n${rows(5, (i) => `${i + 1}\t1.2\t${i}.5\t101.3\t${(0.8 - i * 0.15).toFixed(2)}\t8.1\t${98 - i * 9}`)}\n`,
    expected: {
      xLabel: 'p/p0',
      yLabel: 'V/ml(STP) g-1',
      labels: ['Adsorption data', 'Desorption data'],
      first: [
        [0.05, 50],
        [0.8, 98],
      ],
    },
  },
  'Belsorp CSV, adsorption beside desorption': {
    text: `BELMaster\nNo,p/p0,Va/cm3(STP) g-1,,p/p0,Va/cm3(STP) g-1\n${rows(8, (i) => `${i + 1},${(0.1 * i + 0.05).toFixed(2)},${40 + i},,${(0.9 - 0.1 * i).toFixed(2)},${60 - i}`)}\n`,
    expected: {
      xLabel: 'p/p0',
      yLabel: 'Va/cm3(STP) g-1',
      labels: ['Va/cm3(STP) g-1 (1)', 'Va/cm3(STP) g-1 (2)'],
      first: [
        [0.05, 40],
        [0.9, 60],
      ],
    },
  },
  'Micromeritics isotherm with elapsed times and later tables of other columns': {
    text: `Isotherm Tabular Report\n\nRelative Pressure (P/Po)\tAbsolute Pressure (mmHg)\tQuantity Adsorbed (cm³/g STP)\tElapsed Time (h:min)\tSaturation Pressure (mmHg)\n\t\t\t00:49\t759.1\n${rows(12, (i) => `${(0.01 + i * 0.08).toFixed(3)}\t${7 + i}\t${100 + i * 5}\t0${i % 10}:1${i % 6}\t`)}\n\nBET Report\nRelative Pressure (P/Po)\tQuantity Adsorbed (cm³/g STP)\t1/[Q(Po/P - 1)]\n${rows(6, (i) => `${(0.05 + i * 0.03).toFixed(3)}\t${105 + i}\t0.000${i + 1}`)}\n`,
    expected: {
      xLabel: 'Relative Pressure (P/Po)',
      yLabel: 'Quantity Adsorbed (cm³/g STP)',
      labels: ['Quantity Adsorbed (cm³/g STP)'],
      first: [[0.01, 100]],
      notes: ['文件另含 1 个列不同的数据表，未绘出'],
    },
  },
  'Quantachrome isotherm': {
    text: `Quantachrome Instruments\nIsotherm\n\n    P/Po       Volume @ STP\n               cc/g\n${rows(6, (i) => `    ${(0.1 * i + 0.02).toFixed(4)}     ${(80 + i * 3).toFixed(3)}`)}\n`,
    expected: { labels: ['数据'], first: [[0.02, 80]] },
  },
  'a table counted by a column without a name': {
    text: rows(6, (i) => `${i + 1}\t${(10 + i * 0.02).toFixed(2)}\t${30 + i}`),
    expected: { labels: ['数据'], first: [[10, 30]] },
  },
  'Netzsch TG-DSC': {
    text: `#EXPORTTYPE:\tALL\n#FILE:\tsample.ngb-ss3\n#SEGMENT:\tS1-2/3\n\n##Temp./°C;Time/min;DSC/(mW/mg);Mass/%\n${rows(6, (i) => `${30 + i},5;${i},25;0,0${i + 1};${100 - i},00`)}\n`,
    expected: {
      xLabel: 'Temp./°C',
      labels: ['Time/min', 'DSC/(mW/mg)', 'Mass/%'],
      first: [
        [30.5, 0.25],
        [30.5, 0.01],
        [30.5, 100],
      ],
    },
  },
  'TA Instruments, signals named one by one': {
    text: `Version\t4.5A\nMode\tTGA\nNsig\t3\nSig1\tTime (min)\nSig2\tTemperature (°C)\nSig3\tWeight (mg)\nStartOfData\n${rows(5, (i) => `${i}.1\t${25 + i}\t${(9.5 - i * 0.1).toFixed(1)}`)}\n`,
    expected: {
      xLabel: 'Time (min)',
      labels: ['Temperature (°C)', 'Weight (mg)'],
      first: [
        [0.1, 25],
        [0.1, 9.5],
      ],
    },
  },
  'Mettler, blanks and units in a line of their own': {
    text: `Index             t            Ts           Tr        Value\n                [s]          [°C]         [°C]         [mW]\n${rows(6, (i) => `${String(i).padStart(5)}      ${i}.00        ${25 + i}.1        ${25 + i}        0.${i + 1}`)}\n`,
    expected: {
      xLabel: 't (s)',
      labels: ['Ts (°C)', 'Tr (°C)', 'Value (mW)'],
      first: [
        [0, 25.1],
        [0, 25],
        [0, 0.1],
      ],
    },
  },
  'Origin: names, units and remarks': {
    text: `Wavelength\tAbsorbance\nnm\ta.u.\nUV-Vis\tsample 1\n${rows(5, (i) => `${200 + i}\t0.${i + 1}`)}`,
    expected: {
      xLabel: 'Wavelength (nm)',
      yLabel: 'Absorbance (a.u.)',
      labels: ['Absorbance (a.u.)'],
      first: [[200, 0.1]],
    },
  },
  'Shimadzu UV': {
    text: `"sample - RawData"\n"Wavelength nm.","Abs."\n${rows(5, (i) => `${(800 - i * 0.5).toFixed(2)},0.${i + 1}`)}`,
    expected: { xLabel: 'Wavelength nm.', labels: ['Abs.'], first: [[800, 0.1]] },
  },
  'Cary: pairs of columns side by side': {
    text: `a,,b,\nWavelength (nm),Abs,Wavelength (nm),Abs\n${rows(5, (i) => `${800 - i},0.${i + 1},${700 - i},0.${i + 2}`)}`,
    expected: {
      xLabel: 'Wavelength (nm)',
      labels: ['Abs (1)', 'Abs (2)'],
      first: [
        [800, 0.1],
        [700, 0.2],
      ],
    },
  },
  'PerkinElmer ASC with a header of single numbers': {
    text: `PE UV       SUBTECH     SPECTRUM\n15.000000\n2.000000\n#HDR\nnm\nA\n#DATA\n${rows(5, (i) => `${800 - i}.000000\t0.0${i + 1}`)}`,
    expected: { labels: ['数据'], first: [[800, 0.01]] },
  },
  'Thermo OMNIC CSV without a header': {
    text: rows(5, (i) => `${(3.999e2 + i * 1.928).toExponential(6)},${(9.9e1 - i).toExponential(6)}`),
    expected: { labels: ['数据'], first: [[399.9, 99]] },
  },
  'Renishaw Raman': {
    text: `#Wave\t\t#Intensity\n${rows(5, (i) => `${(1899.5 - i * 1.1).toFixed(6)}\t${(511.2 + i).toFixed(6)}`)}`,
    expected: { xLabel: 'Wave', labels: ['Intensity'], first: [[1899.5, 511.2]] },
  },
  'Horiba LabSpec, decimal commas': {
    text: `#Acq. time (s)=\t5\n#Laser=\t532nm\n${rows(5, (i) => `${100 + i},25\t${200 + i},5`)}`,
    expected: { labels: ['数据'], first: [[100.25, 200.5]] },
  },
  'tensile test in a Chinese export': {
    text: `试样编号：1\n标距(mm)：50\n位移(mm),力(N),应变(%)\n${rows(5, (i) => `0.${i + 1},${100 * i},0.0${i + 1}`)}`,
    expected: {
      xLabel: '位移(mm)',
      labels: ['力(N)', '应变(%)'],
      first: [
        [0.1, 0],
        [0.1, 0.01],
      ],
    },
  },
  'CHI electrochemistry': {
    text: `Nov. 22, 2026   08:30:00\nCyclic Voltammetry\nFile: cv.bin\nInit E (V) = -0.2\nHigh E (V) = 0.6\nSegment = 2\nScan Rate (V/s) = 0.05\n\nPotential/V, Current/A\n\n${rows(6, (i) => `${(-0.2 + i * 0.001).toFixed(3)}, ${(-1.5e-5 * (i + 1)).toExponential(3)}`)}`,
    expected: { xLabel: 'Potential/V', yLabel: 'Current/A', labels: ['Current/A'], first: [[-0.2, -1.5e-5]] },
  },
  'a header row of numbers above the values': {
    text: `Run 7\n10.0 90.0 0.02\n${rows(8, (i) => `${10 + i * 0.02} ${30 + i}`)}`,
    expected: { labels: ['数据'], first: [[10, 30]] },
  },
  'blanks and tabs mixed': {
    text: rows(5, (i) => `  ${10 + i}.0 \t ${20 + i}${i % 2 ? '\t' : ''}`),
    expected: { labels: ['数据'], first: [[10, 20]] },
  },
  'two columns by blanks, the third by a tab': {
    text: rows(5, (i) => `${10 + i}.0 ${20 + i}\t${i * i}`),
    expected: {
      labels: ['第2列', '第3列'],
      first: [
        [10, 20],
        [10, 0],
      ],
    },
  },
  'thousands with commas in quotes': {
    text: `"Time","Counts"\n${rows(5, (i) => `"${i}.5","1,${200 + i}.0"`)}`,
    expected: { xLabel: 'Time', labels: ['Counts'], first: [[0.5, 1200]] },
  },
  'values that could not be measured': {
    text: `x\ty\n1\tInfinity\n2\t5\n3\tNaN\n4\t--\n5\t1.#IND\n6\t8\n7\t1e999\n8\t9`,
    expected: { xLabel: 'x', labels: ['y'], first: [[2, 5]] },
  },
  'a typographic minus and signs': {
    text: rows(5, (i) => `${i === 0 ? '−0.5' : `+0.${i}`} ${i}`),
    expected: { labels: ['数据'], first: [[-0.5, 0]] },
  },
  'remarks between the rows': {
    text: `2Theta Counts\n10 1\n11 2\n# shutter closed\n12 3\n! page 2\n13 4`,
    expected: { xLabel: '2Theta', labels: ['Counts'], first: [[10, 1]] },
  },
  'a page break that repeats the header': {
    text: `2Theta\tCounts\n10\t1\n11\t2\nPage 2\n2Theta\tCounts\n12\t3\n13\t4`,
    expected: { xLabel: '2Theta', labels: ['Counts'], first: [[10, 1]] },
  },
  'scans one below the other': {
    text: `#S 1\n#L Energy Counts\n${rows(5, (i) => `${700 + i} ${i}`)}\n#S 2\n#L Energy Counts\n${rows(5, (i) => `${700 + i} ${i * 2}`)}`,
    expected: {
      labels: ['S 1', 'S 2'],
      first: [
        [700, 0],
        [700, 0],
      ],
    },
  },
  'errors in a column of that name': {
    text: `Q,I,Error\n${rows(5, (i) => `0.0${i + 1},${100 - i},0.${i + 1}`)}`,
    expected: { xLabel: 'Q', labels: ['I'], first: [[0.01, 100]] },
  },
  'a column of words': {
    text: `Angle,Phase,Counts\n${rows(5, (i) => `${10 + i},NaCl,${i * 10}`)}`,
    expected: { xLabel: 'Angle', labels: ['Counts'], first: [[10, 0]] },
  },
  'rows that break off': {
    text: `t,a,b\n1,2,3\n2,3,4\n3,4\n4,5,6`,
    expected: {
      xLabel: 't',
      labels: ['a', 'b'],
      first: [
        [1, 2],
        [1, 3],
      ],
      notes: ['1 行的列数不足，缺少的数值未绘出'],
    },
  },
}

describe('[F-73] exports of instruments', () => {
  for (const [name, { text, expected }] of Object.entries(files)) {
    it(`reads ${name}`, () => {
      for (const written of [text, text.replaceAll('\n', '\r\n'), `${text}\n\n`]) {
        const read = readCurves(written)
        expect(read?.series.map(({ label }) => label)).toEqual(expected.labels)
        expect(read?.series.map(({ x, y }) => [x[0], y[0]])).toEqual(expected.first)
        expect(read?.notes).toEqual(expected.notes ?? [])
        if (expected.xLabel) expect(read?.xLabel).toBe(expected.xLabel)
        if (expected.yLabel) expect(read?.yLabel).toBe(expected.yLabel)
      }
    })
  }
})
