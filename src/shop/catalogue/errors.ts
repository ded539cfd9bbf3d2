import { defineRefusals } from '../../platform/contract/refusal.ts'

export const catalogueErrors = defineRefusals({
  invalidParameters: '测试参数填写有误，请检查后重试',
  projectUnavailable: ['项目不存在或已下架', 404],
  formVersionUnknown: ['项目参数已更新，请刷新后重新填写', 409],
  slugTaken: '网址标识已被其他项目使用，请换一个',
  categoryUnknown: '请选择在用的分类',
  otherType: '已上架过的项目不能换到另一个类型，请复制成新项目',
  incomplete: '项目还不完整，请按提示补充后再发布',
  alreadyRetired: ['项目不在售', 409],
  unpublishable: '项目尚不完整，无法发布',
  noSpectrum: '文件里没有能读出的谱图，请另存为两列文本后再试',
  typeFixed: '送样检测、现场预约与数据分析三个类型不能移动或下线',
  categoryParentMissing: '请选择上级分类',
  categoryParentHidden: '上级分类已下线，请先重新上线它或换一个上级',
  categoryTooDeep: '分类最多三级，请选择类型或一级分类作为上级',
  categoryLevel: '分类只能移到同级的上级之下',
  categoryOtherType: '分类里已有项目，不能移到另一个类型',
  categoryInUse: ['分类里还有在售项目，不能下线', 409],
  categoryHasChildren: ['请先下线它的下级分类', 409],
})
