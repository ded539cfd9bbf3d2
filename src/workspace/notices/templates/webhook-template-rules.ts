import { webhookDisabled, webhookPaused } from '../../webhooks/events.ts'
import { plain, QUIET, type TemplatesFor } from '../notice-rules.ts'

export const webhookEvents = [webhookDisabled, webhookPaused] as const

export const webhookTemplates: TemplatesFor<(typeof webhookEvents)[number]> = {
  'webhook.disabled': plain(
    '推送地址已停用',
    QUIET,
    () => '/member/openApi',
    ({ host, since }) =>
      `您的推送地址${host ? `（${String(host)}）` : ''}${since ? `自 ${String(since).slice(0, 16)} 起` : ''}一直不能送达，已停止推送。请检查接收系统后重新启用。`,
  ),
  'webhook.paused': plain(
    '推送地址已暂停',
    QUIET,
    () => '/member/openApi',
    ({ host }) =>
      `实验室暂停了您的推送地址${host ? `（${String(host)}）` : ''}。暂停期间发生的事件不会推送，请处理后自行启用。`,
  ),
}
