import { renderPdf } from '../src/platform/pdf/render.ts'

// What people upload and nobody here can draw truly: the invoice of the tax office, a contract that the customer has sealed. Each says so.

interface Specimen {
  title: string
  paragraphs: string[]
}

const specimens = {
  invoice: {
    title: '电子发票（演示样张）',
    paragraphs: [
      '本文件只用于演示：不是发票，没有金额，不能报销。',
      '正式使用时，财务在电子税务局开具发票后，把发票文件上传到对应的开票申请；客户下载的就是那一份文件，号码、金额和购买方以它为准。',
    ],
  },
  contract: {
    title: '已盖章的合同（演示样张）',
    paragraphs: [
      '本文件只用于演示：代替客户下载合同、盖章后上传的扫描件，没有合同效力。',
      '正式使用时，这里是客户上传的文件；实验室核对后加盖公章，双方可以随时下载。系统生成的合同文本在合同页面另行下载。',
    ],
  },
} satisfies Record<string, Specimen>

const drawn = new Map<keyof typeof specimens, Promise<Buffer>>()

/** The file as PDF, drawn once. */
export function specimenPdf(kind: keyof typeof specimens): Promise<Buffer> {
  const known = drawn.get(kind)
  if (known) return known
  const made = draw(specimens[kind])
  drawn.set(kind, made)
  return made
}

async function draw({ title, paragraphs }: Specimen): Promise<Buffer> {
  const bytes = await renderPdf({
    title,
    mark: '演示数据',
    owner: '明析科测',
    stamp: '演示样张',
    blocks: [{ kind: 'title', text: title }, ...paragraphs.map((text) => ({ kind: 'paragraph', text }) as const)],
  })
  return Buffer.from(bytes)
}
