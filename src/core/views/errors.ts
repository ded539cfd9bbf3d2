import { defineRefusals } from '../../platform/contract/refusal.ts'

export const viewErrors = defineRefusals({
  noSuchList: ['没有这个列表', 404],
  tooManyViews: '一个列表最多保存 30 个视图，请先删除不用的',
  roleHasNoList: '该角色不能查看这个列表，不能共享给它',
})
