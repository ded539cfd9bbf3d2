/** Kinds of service: 1 sample testing, 2 on-site appointment, 3 data analysis. */
export const serviceTypes = [1, 2, 3] as const
export type ServiceType = (typeof serviceTypes)[number]
export const serviceTypeLabels: Record<ServiceType, string> = { 1: '送样检测', 2: '现场预约', 3: '数据分析' }
