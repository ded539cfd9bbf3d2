import { clamdPing } from '../../../platform/scan/clamd.ts'
import { error, type HostCheck, ok } from '../finding.ts'
import { faultOf } from '../reach.ts'

export const scannerCheck: HostCheck = {
  key: 'scanner',
  cheap: false,
  find: async ({ config }) => {
    if (!config.CLAMD_ADDRESS) return []
    const { host, port } = config.CLAMD_ADDRESS
    try {
      await clamdPing(config.CLAMD_ADDRESS)
      return [ok('病毒扫描', `ClamAV 在 ${host}:${port} 应答`)]
    } catch (fault) {
      const todo = '启动 clamd 并在 clamd.conf 中设置 TCPSocket，或改正 CLAMD_ADDRESS；扫描不可用时上传会被拒绝'
      return [error('病毒扫描', `ClamAV 在 ${host}:${port} 没有应答：${faultOf(fault)}`, todo)]
    }
  },
}
