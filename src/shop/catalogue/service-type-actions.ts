import type { Ctx } from '../../platform/http/ctx.ts'
import { insertCategories, type NewCategory } from './project-store.ts'

/**
 * The three types of service are the roots of the category tree. The workflow of an order depends on their ids, so editors may rename
 * them but not add one. Every installation has them: without a root nobody could make the first category, and so the first project.
 */
const serviceTypes: readonly Pick<NewCategory, 'id' | 'name' | 'sketch' | 'description'>[] = [
  {
    id: 1,
    name: '送样检测',
    description: '寄样即测|数据在线下载',
    sketch: '样品寄到实验室，按您填写的参数测试，数据在线交付',
  },
  { id: 2, name: '现场预约', description: '按时段预约', sketch: '预约仪器时段，到场或通过云视频与工程师一起测试' },
  { id: 3, name: '数据分析', description: '数据上传即可', sketch: '上传已有数据，由工程师精修、拟合、计算与绘图' },
]

/** Adds the types that are missing; those that exist, edited or not, stay as they are. */
export function addServiceTypes(ctx: Pick<Ctx, 'db'>): Promise<void> {
  const root = { parentId: null, level: 1, img: '', figure: null, featured: false }
  return insertCategories(
    ctx.db,
    serviceTypes.map((type, position) => ({ ...root, ...type, position })),
  )
}
