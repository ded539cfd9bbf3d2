import { formatFen } from '../../../platform/money.ts'
import type { PdfBlock, PdfDocument } from '../../../platform/pdf/document.ts'
import { shanghaiDate, shanghaiTime } from '../../../platform/time.ts'
import { chineseAmount, type ContractBody } from '../rules.ts'
import type { ContractRow } from '../store.ts'
import { workingDays } from '../../../core/settings/opening-hours/days-rules.ts'

/** The printed contract, with the clauses of a technical service contract. Amounts and lines come from the accepted quote. */
export function contractDocument(row: ContractRow): PdfDocument {
  const { body } = row
  const { discountFen = 0 } = body
  return {
    title: `检测技术服务合同 ${row.contractNo}`,
    mark: `合同编号 ${row.contractNo}（第 ${row.edition} 版）`,
    owner: body.laboratory.name,
    blocks: [
      {
        kind: 'title',
        text: '检测技术服务合同',
        sub: `合同编号：${row.contractNo}　　对应订单：${row.orderNo}　　签订日期：${shanghaiDate(row.issuedAt)}`,
      },
      ...parties(row),
      {
        kind: 'paragraph',
        text: '甲乙双方依据《中华人民共和国民法典》及相关法律法规，本着平等自愿、诚实信用的原则，就甲方委托乙方提供检测技术服务事宜，经协商一致，订立本合同。',
      },
      { kind: 'heading', text: '第一条　服务内容与费用' },
      linesTable(row),
      {
        kind: 'paragraph',
        text: `合同总价（含增值税，税率${body.laboratory.taxRate || '按国家规定'}）为人民币 ${formatFen(row.amountFen)}（大写：${chineseAmount(row.amountFen)}）。${discountFen > 0 ? `该总价为各项目金额 ${formatFen(row.amountFen + discountFen)} 扣除优惠 ${formatFen(discountFen)} 后的金额。` : ''}${body.urgent ? '本合同服务为加急服务，加急费用已包含在内。' : ''}实际检测内容发生变化的，双方另行书面确认差额，多退少补。`,
      },
      ...clauses(row),
      { kind: 'heading', text: '签署' },
      { kind: 'parties', parties: signatures(row) },
    ],
  }
}

function parties({ body }: ContractRow): PdfBlock[] {
  const { customer, laboratory } = body
  return [
    {
      kind: 'facts',
      items: [
        { term: '甲方（委托方）', value: customer.company },
        ...creditCode(customer.creditCode),
        { term: '联系人', value: `${customer.contact}　${customer.phone}　${customer.email}` },
        { term: '地址', value: customer.address },
      ],
    },
    {
      kind: 'facts',
      items: [
        { term: '乙方（受托方）', value: laboratory.bank.holder || laboratory.name },
        ...creditCode(laboratory.creditCode),
        { term: '联系方式', value: [laboratory.phone, laboratory.email].filter(Boolean).join('　') },
        { term: '地址', value: laboratory.address },
      ],
    },
  ]
}

function creditCode(code: string | undefined): { term: string; value: string }[] {
  return code ? [{ term: '统一社会信用代码', value: code }] : []
}

function linesTable({ body, amountFen }: ContractRow): PdfBlock {
  return {
    kind: 'table',
    columns: [
      { header: '序号', share: 1 },
      { header: '检测项目', share: 3.5 },
      { header: '要求', share: 5.5 },
      { header: '样品数', share: 1.5, align: 'right' },
      { header: '周期', share: 2 },
      { header: '金额', share: 2.5, align: 'right' },
    ],
    rows: [
      ...body.lines.map((line, i) => [
        String(i + 1),
        line.projectName,
        line.described || '按订单参数',
        String(line.sampleCount),
        line.days === undefined ? '见第四条' : workingDays(String(line.days)),
        formatFen(line.amountFen),
      ]),
      ...(body.discountFen ? [['', '优惠券', '', '', '', formatFen(-body.discountFen)]] : []),
    ],
    total: [
      '',
      '合计',
      '',
      String(body.lines.reduce((sum, line) => sum + line.sampleCount, 0)),
      '',
      formatFen(amountFen),
    ],
  }
}

function clauses({ body }: ContractRow): PdfBlock[] {
  const { bank } = body.laboratory
  const account = bank.account ? `乙方收款账户：户名 ${bank.holder}；开户行 ${bank.bank}；账号 ${bank.account}。` : ''
  const articles: [string, Clause[]][] = [
    [
      '第二条　付款方式',
      [
        `甲方应于本合同生效后、寄送样品前向乙方支付合同总价的 100%。乙方收到款项后安排检测，并按甲方提供的开票信息开具增值税发票。${account}`,
      ],
    ],
    [
      '第三条　样品',
      [
        '1. 甲方应按乙方公布的送样要求提供样品，如实说明样品的成分、危险性（易燃、易爆、毒性、腐蚀性、放射性等）及保存条件，并对说明的真实性负责。因隐瞒或错误说明造成乙方人员、设备损失的，由甲方承担赔偿责任。',
        '2. 乙方收到样品后核对并登记，2 小时内由客户经理与甲方联系确认。样品不符合要求的，乙方有权拒收并说明原因。',
        '3. 检测为破坏性或消耗性的，消耗部分不予退还。约定退还的样品，乙方在款项结清后 48 小时内寄回；未约定退还的样品保存 90 日，期满由乙方处置。',
      ],
    ],
    [
      '第四条　数据交付与验收',
      [
        deliveryClause(body),
        '2. 检测方法与标准以第一条所列要求为准；未指定的，采用现行有效的国家标准、行业标准或乙方经确认的方法，并在检测记录中注明。',
        '3. 乙方在实验完成并经审核后，以在线方式交付原始数据和检测记录，并以短信、电子邮件和站内信通知甲方。',
        strong('4. 甲方自数据交付之日起 7 日内对数据提出书面异议或复测申请；逾期未提出的，视为验收合格。'),
        '5. 因乙方原因造成数据错误的，乙方免费复测；因样品原因需要复测的，费用由双方协商。乙方出具的数据仅对来样负责。',
        '6. 未经甲方书面同意，乙方不得将检测工作分包给第三方；经同意分包的，乙方就分包部分向甲方承担责任，并在检测记录中注明分包机构。',
        '7. 数据与报告供甲方科研、教学和内部使用。未经乙方书面同意，不得部分复制报告，不得将其用于广告宣传，也不得作为具有证明作用的文件用于诉讼、仲裁等场合。',
      ],
    ],
    [
      '第五条　知识产权与保密',
      [
        '检测数据及成果归甲方所有。乙方对甲方的样品信息、检测数据和商业信息承担保密义务，未经甲方书面同意不得向第三方披露，法律法规另有规定的除外。保密义务自本合同终止后三年内有效。',
      ],
    ],
    [
      '第六条　违约责任',
      [
        '1. 乙方无正当理由逾期交付的，每逾期一日按逾期项目金额的 0.1% 支付违约金，累计不超过该项目金额的 10%。',
        '2. 甲方在检测开始后单方解除合同的，已发生的费用由甲方承担，其余预付款予以退还。',
        '3. 任何一方对因不可抗力造成的延误或损失不承担责任，但应及时通知对方。',
        strong('4. 乙方的赔偿责任以相应项目的服务费用为限，但造成对方人身损害，或因故意、重大过失造成财产损失的除外。'),
      ],
    ],
    [
      '第七条　争议解决',
      [strong('因本合同发生的争议，双方应协商解决；协商不成的，向乙方所在地有管辖权的人民法院提起诉讼。')],
    ],
    [
      '第八条　生效与电子签署',
      [
        '1. 双方同意以电子方式签署本合同：甲方以其登记手机号接收的短信验证码确认签署，或上传加盖公章的扫描件；乙方以电子方式盖章。电子签署与纸质签署具有同等法律效力。',
        '2. 本合同自双方签署之日起生效，至双方义务履行完毕之日终止。乙方网站公布的服务协议为本合同的组成部分，与本合同不一致的，以本合同为准。',
      ],
    ],
  ]
  return articles.flatMap(([heading, paragraphs]) => [
    { kind: 'heading', text: heading } as const,
    ...paragraphs.map((clause) =>
      typeof clause === 'string' ? ({ kind: 'paragraph', text: clause } as const) : clause,
    ),
  ])
}

type Clause = string | Extract<PdfBlock, { kind: 'paragraph' }>

/** Set in bold: limits of liability, silent acceptance and venue bind a party only when they are pointed out to it. */
function strong(text: string): Clause {
  return { kind: 'paragraph', text, strong: true }
}

/** The event from which the days count depends on the kind of service. Older contracts name none. */
function deliveryClause({ deliveryDays, serviceType = 1 }: ContractBody): string {
  if (deliveryDays === undefined) return '1. 乙方按双方确认的时间完成检测。'
  const arrived = { 1: '样品与款项均到齐', 2: '款项到齐且现场检测完成', 3: '数据与款项均到齐' }[serviceType]
  return `1. 乙方自${arrived}之日起 ${deliveryDays} 个工作日内交付，各项目的周期见第一条。因甲方补充样品、资料或答复异常所占用的时间不计入。`
}

function signatures(row: ContractRow) {
  const { customer, laboratory } = row.body
  const customerSigned = row.signedAt && {
    signed:
      row.signedHow === 'code'
        ? `${row.signedName} 已电子签署\n${shanghaiTime(row.signedAt)}\n经手机 ${row.signedPhone} 短信验证码确认\n签署文本 SHA-256 ${(row.pdfSha256 ?? '').slice(0, 32)}…`
        : `已上传盖章扫描件\n${shanghaiTime(row.signedAt)}`,
  }
  const sealed = row.sealedAt && {
    signed: `${laboratory.bank.holder || laboratory.name}\n已电子盖章 ${shanghaiTime(row.sealedAt)}`,
  }
  return [
    {
      title: '甲方（盖章）',
      lines: [customer.company, `签署人：${row.signedName || '　'}`],
      ...(row.stage === 'effective' && customerSigned ? customerSigned : {}),
    },
    {
      title: '乙方（盖章）',
      lines: [laboratory.bank.holder || laboratory.name, '授权代表：　'],
      ...(row.stage === 'effective' && sealed ? sealed : {}),
    },
  ]
}
