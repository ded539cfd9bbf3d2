import { pushServices } from '../../../workspace/notices/push/push-actions.ts'
import { type InstallationCheck, ok, warning } from '../finding.ts'

/** Whether the push services of customers' browsers are reached. It asks none of them: what they answered last is known. */
export const pushCheck: InstallationCheck = {
  key: 'pushes',
  cheap: true,
  find: async ({ ctx }) => {
    if (!ctx.config.WEB_PUSH) return [ok('手机推送', '未开启（WEB_PUSH=0）')]
    const services = await pushServices(ctx)
    const faults = services
      .filter(({ browsers, failing }) => failing === browsers)
      .map(({ host, browsers, lastError }) =>
        warning(
          '手机推送',
          `${host} 的 ${browsers} 个浏览器都没有送达：${lastError}`,
          '确认服务器能以 HTTPS 访问该地址；不提供手机推送时设置 WEB_PUSH=0',
        ),
      )
    if (faults.length > 0) return faults
    const total = services.reduce((sum, { browsers }) => sum + browsers, 0)
    const failing = services.reduce((sum, each) => sum + each.failing, 0)
    return [ok('手机推送', `${total} 个浏览器已开启，其中 ${failing} 个最近没有送达`)]
  },
}
