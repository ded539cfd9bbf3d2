export const actorKinds = { staff: '员工', customer: '客户', system: '系统', visitor: '访客' } as const
export type ActorKind = keyof typeof actorKinds

/** What a row of the audit log is about. `work` is whatever no other group names. */
export const auditGroups = {
  personal: '读取个人信息',
  export: '导出与下载',
  people: '员工与登录',
  content: '网站与设置',
  call: '提交内容',
  work: '业务操作',
} as const
export type AuditGroup = keyof typeof auditGroups

/** Actions of each group, in full or by their beginning. */
export const groupActions: Record<Exclude<AuditGroup, 'work'>, { actions: string[]; beginnings: string[] }> = {
  personal: { actions: ['personal.read', 'personal.list', 'privacy.export'], beginnings: [] },
  export: {
    actions: ['file.read', 'file.download', 'call:invoice/export', 'call:coupon/codesFile'],
    beginnings: ['export.'],
  },
  people: { actions: [], beginnings: ['staff.', 'account.', 'privacy.close', 'privacy.ask', 'privacy.take'] },
  content: { actions: ['invoice.settings', 'fund.settings', 'setup.guide'], beginnings: ['content.', 'setting.'] },
  call: { actions: [], beginnings: ['call:'] },
}

export function groupOf(action: string): AuditGroup {
  const found = Object.entries(groupActions).find(
    ([, { actions, beginnings }]) => actions.includes(action) || beginnings.some((each) => action.startsWith(each)),
  )
  return (found?.[0] ?? 'work') as AuditGroup
}

/** Actions that are neither a transition nor a call, which have their words elsewhere. */
export const actionWords: Readonly<Record<string, string>> = {
  'account.endInDoubt': '结束待核实的登录',
  'account.stepUp': '补充验证身份',
  'account.recoveryCodes': '重新生成恢复码',
  'account.secondFactor.off': '关闭两步验证',
  'account.secondFactor.on': '开启两步验证',
  'account.secondFactor.reset': '协助客户关闭两步验证',
  'account.signOut': '结束客户的全部登录',
  'account.signOutAll': '结束所有人的登录',
  'account.vouch': '核实客户身份',
  'calendarFeed.make': '生成日历订阅地址',
  'calendarFeed.stop': '停用日历订阅',
  'apiKey.add': '新建 API 密钥',
  'apiKey.revoke': '停用 API 密钥',
  'reservation.place': '把预约换到另一台仪器',
  'webhook.add': '新建推送地址',
  'webhook.edit': '修改推送地址',
  'webhook.switch': '启用或暂停推送地址',
  'webhook.rotate': '更换推送签名密钥',
  'webhook.secretLost': '推送签名密钥丢失，停用推送',
  'webhook.delete': '删除推送地址',
  'webhook.pause': '暂停客户的推送地址',
  'webhook.resend': '重新发送推送消息',
  'books.close': '日结',
  'content.archive': '下架内容',
  'content.discard': '放弃草稿',
  'content.image': '上传图片',
  'content.image.edit': '修改图片名称与替代文字',
  'content.image.replace': '替换图片',
  'content.image.delete': '删除图片',
  'content.move': '调整顺序',
  'content.publish': '发布内容',
  'content.save': '保存草稿',
  'content.schedule': '定时发布',
  'content.unarchive': '恢复上架',
  'content.unschedule': '取消定时发布',
  'controlChart.add': '建立质控图',
  'controlChart.edit': '修改质控图',
  'controlChart.measure': '登记质控测量',
  'controlChart.setLimits': '设定质控界限',
  'controlChart.stop': '停用质控图',
  'controlChart.takeBack': '撤销质控测量',
  'coupon.editCampaign': '修改优惠活动',
  'customer.import': '导入客户',
  'customer.import.undo': '撤销导入的客户',
  'export.cancel': '取消或删除导出',
  'export.command': '用命令行导出列表',
  'export.made': '生成导出文件',
  'export.start': '导出列表',
  'fault.ignored': '忽略错误报告',
  'fault.open': '重新打开错误报告',
  'fault.resolved': '标记错误报告已解决',
  'file.download': '下载文件',
  'file.read': '打开文件',
  'group.demandFactor': '要求成员两步验证或取消要求',
  'group.edit': '修改课题组',
  'group.setLimits': '修改成员额度',
  'group.setRole': '修改成员角色',
  'import.start': '上传导入文件',
  'instrument.block': '登记停机',
  'instrument.calibration': '登记校准',
  'instrument.edit': '修改仪器',
  'instrument.fault': '登记故障',
  'instrument.note': '仪器记事',
  'instrument.service': '登记维护',
  'instrument.unblock': '取消停机',
  'instrument.withdrawNote': '撤销校准或维护记录',
  'invite.clear': '处理邀请关系',
  'invoice.settings': '修改开票设置',
  'fund.settings': '修改收款账户与限额',
  'setup.guide': '收起“开始使用”或改动示例项目',
  'job.discard': '丢弃后台任务',
  'job.replay': '重新执行后台任务',
  'secrets.encrypt': '重新加密数据库中的密钥',
  'backfill.pause': '暂停数据回填',
  'backfill.resume': '继续数据回填',
  'backfill.again': '重做数据回填',
  'order.assign': '分派检测',
  'personal.list': '查看列表中的完整账号',
  'personal.read': '查看个人信息',
  'points.goodsEdit': '修改积分商品',
  'privacy.askToClose': '申请注销账户',
  'privacy.close': '注销账户',
  'privacy.export': '导出个人信息副本',
  'privacy.takeBackClosing': '撤回注销申请',
  'bank.setAside': '标记与客户无关的流水',
  'received.assign': '认领到款',
  'received.keep': '暂挂到款',
  'redirect.add': '新增地址跳转',
  'redirect.ignore': '忽略找不到的地址',
  'redirect.paste': '批量新增地址跳转',
  'redirect.remove': '删除地址跳转',
  'refund.make': '提交退款',
  'reservation.video': '设置远程观察链接',
  'review.reply': '回复评价',
  'accounting.codes': '修改会计科目',
  'accounting.export': '导出会计凭证',
  'role.archive': '停用或启用角色',
  'role.change': '修改角色的权限',
  'role.create': '新建角色',
  'role.limits': '修改角色的限额',
  'sample.addPhoto': '添加样品照片',
  'sample.correctReturn': '更正寄回的快递单号',
  'sample.move': '移动样品',
  'sample.removePhoto': '移除样品照片',
  'setting.dropRule': '删除定期生效的规则',
  'setting.saveRule': '保存定期生效的规则',
  'settlement.fixAmount': '确认结算金额',
  'settlement.proposeAmount': '提出结算金额',
  'settlement.reduce': '减免结算金额',
  'settlement.takeBackAmount': '撤回结算金额',
  'staff.addAdmin': '用命令行新建管理员',
  'staff.absence.add': '登记不在岗',
  'staff.absence.end': '结束不在岗',
  'staff.disable': '停用或启用员工',
  'staff.email': '修改员工资料',
  'staff.enrol': '绑定动态验证器',
  'staff.password': '修改密码',
  'staff.recoveryCodes': '重新生成恢复码',
  'staff.revokeOthers': '让自己的其他设备退出登录',
  'staff.resetFactor': '重置动态验证器',
  'staff.resetPassword': '重置密码',
  'staff.role': '修改角色',
  'transfer.credited': '到款入账',
  'transfer.override': '改认他人到款',
  'upload.refused': '拒收上传文件',
  'withdrawal.accountChanged': '更换收款账户',
}

export interface Change {
  field: string
  /** Empty: there was nothing. */
  before: string
  after: string
}

/** `上传数据文件` of `上传数据文件，按文件名中的样品编号对应样品`: what stands behind is for readers of the reference. */
export function shortSummary(summary: string): string {
  return summary.replace(/[，；：（].*$/, '')
}

/** In one line, for the list and its export. */
export function changeText(changes: readonly Change[]): string {
  const shown = changes.slice(0, 3).map(({ field, before, after }) => {
    if (before === '') return `${field}：${after}`
    return after === '' ? `${field}：${before} → 无` : `${field}：${before} → ${after}`
  })
  return shown.join('；') + (changes.length > shown.length ? ` 等 ${changes.length} 项` : '')
}
