import { defineRefusals } from '../../platform/contract/refusal.ts'

export const contentErrors = defineRefusals({
  revisionConflict: ['内容已被他人修改，请核对后再操作', 409],
  revisionUnknown: ['没有这个版本，请刷新后重试', 404],
  notDraft: ['这个版本已不是草稿，请刷新后重试', 409],
  dangerousLink: '内容里有不允许的链接',
  fieldForbidden: ['您没有修改这一项的权限', 403],
  fixedItem: '此项内容有固定的页面，不能新增、下线或移动',
  alreadyArchived: ['此项内容已经下线', 409],
  notArchived: ['此项内容没有下线', 409],
  publishTimePast: '定时发布的时间必须晚于现在',
  publishTimeFar: '定时发布最多提前一年',
  cannotMove: '已经在最前或最后',
  nothingToPreview: '这一项不显示在公开页面上，没有预览',
  previewExpired: ['预览链接已失效，请在后台重新打开预览', 410],
  projectNotOnSale: '没有这个编号的在售项目，请核对跳转',
  sameImage: '请选择另一张图片',
  imageInUse: ['图片正在使用，不能删除', 409],
  imageGone: ['所用的图片已被删除，请重新选择图片', 409],
})
