import { wordingFaults } from '../../../workspace/notices/wordings/wording-actions.ts'
import { smsTemplateFaults } from '../../sms-purposes.ts'
import { startNotes } from '../../start/start-notes.ts'
import { error, type HostCheck, type InstallationCheck, ok, warning } from '../finding.ts'

/** Templates of text messages, and services whose absence customers notice. */
export const smsCheck: HostCheck = {
  key: 'messages',
  cheap: true,
  find: async ({ config }) => {
    const faults = config.ALIYUN_SMS_TEMPLATES ? smsTemplateFaults(config.ALIYUN_SMS_TEMPLATES) : []
    const todo = '在阿里云申请模板，并把模板编号写入 ALIYUN_SMS_TEMPLATES（docs/OPERATIONS.md）'
    return [
      ...faults.map((fault) => error('短信模板', fault, todo)),
      ...(config.ALIYUN_SMS_TEMPLATES && faults.length === 0 ? [ok('短信模板', '每种短信都有模板')] : []),
      ...startNotes(config).map((note) => warning('对外服务', note, '需要时按 docs/OPERATIONS.md 配置')),
    ]
  },
}

/** Notices in the words of staff that a later version can no longer fill in. */
export const noticeCheck: InstallationCheck = {
  key: 'notices',
  cheap: true,
  find: async ({ ctx }) => {
    const faults = await wordingFaults(ctx)
    if (faults.length === 0) return [ok('通知模板', '全部可用')]
    return faults.map((fault) => error('通知模板', fault, '在 /console 的通知设置中改正，或恢复默认文字'))
  },
}
