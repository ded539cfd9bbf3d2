/** Whom a part concerns, in the order of the page. */
type Who = '所有员工' | '业务与客服' | '检测与审核' | '样品与物流' | '财务' | '网站编辑' | '管理员与运维'

export interface ReleaseNotes {
  version: string
  /** The day of the release, as in CHANGELOG.md; null while it is being prepared. */
  day: string | null
  /** One sentence. */
  summary: string
  parts: { who: Who; news: string[] }[]
}

/**
 * What each release brings to the people who work with the console, newest first: short sentences without words of developers. A change
 * that staff notice gets its sentence here and its line in CHANGELOG.md. `scripts/release.mjs` demands the notes of a release.
 */
export const releaseNotes: ReleaseNotes[] = [
  {
    version: '0.3.0',
    day: null,
    summary: '让系统装得上、升得了、丢不了：升级前后数据都能打开，看得到系统正在运行的版本。',
    parts: [
      {
        who: '所有员工',
        news: [
          '菜单底部显示系统版本；点开就是本页，新版本的说明没看过时菜单上有一个圆点。',
          '升级系统时，正在填写的页面和已提交的操作不受影响。',
        ],
      },
      {
        who: '管理员与运维',
        news: [
          '日志、健康检查和接口文档都写明版本，联系技术支持时请一并提供。',
          '程序出错会记入“错误报告”（从“系统状态”打开），相同的合为一条；客户报来的问题编号可以在那里搜索。',
          '用旧程序打开新版本的数据时，系统会说明原因并拒绝启动，不会改动数据。',
        ],
      },
    ],
  },
  {
    version: '0.2.0',
    day: '2026-11-24',
    summary: '第一个正式版本：从下单、收样、检测到结算、开票，都在同一个系统里完成。以后的版本都能打开这个版本的数据。',
    parts: [
      {
        who: '所有员工',
        news: [
          '工作台按角色列出待办；右上角铃铛提醒分派、客户来信和临近的期限。',
          '按 Ctrl-K 搜索订单、样品、客户、发票等，按 ? 查看全部快捷键。',
          '列表可以筛选、保存视图、批量处理和导出。',
          '可以登记不在岗并指定代班人；备注、通话和待办可以 @ 同事。',
        ],
      },
      {
        who: '业务与客服',
        news: [
          '报价、合同、预约、上门取样和样品适用性检查都有页面，客户的全部情况在一页上看到。',
          '每个订单有与客户的沟通记录，可以附文件；客户十分钟未读时自动通知。',
          '经营看板按角色显示周转、按期率、收入和积压，每个图都能点开明细。',
        ],
      },
      {
        who: '检测与审核',
        news: [
          '任务看板按阶段、人员或仪器分派；检测记录带出仪器和上次的条件。',
          '结果可以从表格粘贴，图谱自动读取；报告按模板生成，带验证页，复测和更正都有记录。',
          '仪器有校准与维护台账，停机或过期时不能预约和开始检测。',
        ],
      },
      {
        who: '样品与物流',
        news: [
          '扫码收样，拍照存档，按架位存放，成批移动和打印标签。',
          '顺丰运单显示路由；上门取样有日历、路线和交接。',
        ],
      },
      {
        who: '财务',
        news: [
          '预存款、信用额度、微信与支付宝付款、转账、提现和退款都记入复式账，每天自动核对。',
          '发票可以手工或经诺诺开具，支持部分红冲；日结后可以导出会计凭证。',
          '超出本人限额的金额由第二人确认。',
        ],
      },
      {
        who: '网站编辑',
        news: [
          '检测项目、文章、案例和首页都有草稿、预览、定时发布和历史版本。',
          '图片库显示每张图用在哪里；旧网址可以跳转到新页面。',
        ],
      },
      {
        who: '管理员与运维',
        news: [
          '可以自定义角色和金额限额；操作日志带校验链，任何改动都能发现。',
          '客户和运单可以用表格导入，导入后可以撤回。',
          '开放接口与消息推送供客户的系统使用，密钥可以随时停用。',
        ],
      },
    ],
  },
]
