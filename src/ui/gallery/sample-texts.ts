export const nothing = () => undefined

/** As long as names and titles become in practice. */
export const longText = '高分辨透射电子显微镜（含能谱与选区衍射）与聚焦离子束制样联合检测服务'

export const rows = [
  { no: 'A-001', name: 'X 射线衍射', fen: 8000, stage: '待付款' },
  { no: 'A-002', name: longText, fen: 12_805_000, stage: '测试中' },
]
