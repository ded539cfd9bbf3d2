import { licences, type PackedOrder } from './crate-rules.ts'

/** What the package holds, in Chinese and English. */
export function readmeOf(order: Omit<PackedOrder, 'readme'>, notes: { zh: string[]; en: string[] }): string {
  const licence = licences[order.licence]
  return [
    `# ${text(order.title)}（${order.orderNo}）`,
    '',
    '## 中文',
    '',
    `订单 ${order.orderNo} 的检测数据，${order.laboratory === '' ? '' : `由${text(order.laboratory)}测得，`}${order.deliveredOn} 交付，${order.madeAt.slice(0, 10)} 打包。`,
    ...(order.reportCode === '' ? [] : [`检测报告的验证码：${order.reportCode}。`]),
    '',
    '- `data/`：实验室交付的原始文件，按样品分文件夹，未作改动',
    '- `curves/`：从原始文件读出的曲线：CSV（第一行名称，第二行单位）和 JCAMP-DX（`.jdx`）',
    '- `ro-crate-metadata.json`：机器可读的说明（RO-Crate 1.2）：文件、校验值、仪器、时间、许可',
    '- `SHA256SUMS`：校验值，用 `sha256sum -c SHA256SUMS` 核对',
    '',
    `许可：${licence.name}，${licence.url}`,
    '',
    ...order.records.flatMap((record) => [
      `### ${text(record.projectName)}`,
      '',
      ...facts([
        ['仪器', [record.instrument.name, record.instrument.model].filter(Boolean).join('，')],
        ['方法', record.method],
        ['条件', record.conditions],
        ['环境', record.environment],
        ['时间', record.startedAt],
        ['样品', record.sampleNos.join('、')],
      ]),
      '',
    ]),
    ...list('说明', notes.zh),
    '作者、论文题目和资助信息不在检测记录中，请在数据仓库填写。',
    '',
    '## English',
    '',
    `Measured data of order ${order.orderNo}, delivered on ${order.deliveredOn}, packed on ${order.madeAt.slice(0, 10)}. Names and conditions are kept as the laboratory recorded them.`,
    '',
    '- `data/`: files as delivered by the laboratory, one folder per sample, unchanged',
    '- `curves/`: curves read from these files, as CSV (names in row 1, units in row 2) and JCAMP-DX 5.01 (`.jdx`, ASCII only)',
    '- `ro-crate-metadata.json`: description for programs (RO-Crate 1.2): files, checksums, instruments, times, licence',
    '- `SHA256SUMS`: checksums; check them with `sha256sum -c SHA256SUMS`',
    '',
    `Licence: ${licence.english} (${order.licence}), ${licence.url}`,
    '',
    ...list('Notes', notes.en),
    'Authors, title and funding are not part of the test record: add them at the repository.',
    '',
  ].join('\n')
}

function facts(items: readonly (readonly [string, string])[]): string[] {
  return items.filter(([, value]) => value !== '').map(([term, value]) => `- ${term}：${text(value)}`)
}

function list(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${title}`, '', ...items.map((item) => `- ${text(item)}`), '']
}

/** A text from a record inside Markdown: one line, and no markup of its own. */
function text(value: string): string {
  return value.replace(/\s+/g, ' ').replace(/[\\`*_#<>[\]|]/g, (mark) => `\\${mark}`)
}
