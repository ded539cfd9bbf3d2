import { defineRefusals } from '../../platform/contract/refusal.ts'

export const libraryErrors = defineRefusals({
  /** The text names what was typed. */
  notElements: '元素格式不正确，请填写元素符号，如 Fe、O，或化学式，如 Fe2O3',
  notFormula: '化学式格式不正确，如 Fe2O3、LiNi0.8Co0.1Mn0.1O2、La1-xSrxMnO3',
  curveGone: ['所选曲线已不在谱图库中，可能已被更新的数据替代', 409],
  /** The text names the file. */
  unread: '曲线暂时无法读取，请稍后重试',
  tooManyTags: '一条曲线最多 20 个标签',
  tooManyNotes: '一条曲线最多 200 条备注',
  tooManyCollections: '最多 500 个谱图集，请先删除不用的',
  tooManyCurves: '一个谱图集最多 8 条曲线',
  axesDiffer: '所选曲线的横轴含义不同，不能画在一张图中',
  unitsDiffer: '两条曲线的单位不同或未注明，请先确认单位相同',
  noOverlap: '两条曲线没有共同的横轴范围，不能相减',
  outOfRange: '备注的位置不在曲线的横轴范围内',
  collectionChanged: ['谱图集已被修改，请刷新后重试', 409],
  shareEnded: ['分享已结束或链接不正确，请向分享人索取新的链接', 404],
  nothingToExport: '没有符合条件的曲线，无法下载',
  tooManyToExport: '符合条件的曲线超过 5000 条，请缩小范围后再下载',
})
