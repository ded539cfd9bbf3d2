/** A project that was never on sale is a draft; one that was is retired. */
export const projectStates = { onSale: '在售', draft: '草稿', retired: '已下架' } as const
export type ProjectState = keyof typeof projectStates

/** The version of a project that waits to be published. */
export const openEditLabels = { draft: '草稿', scheduled: '待定时发布', none: '无' } as const
export type OpenEdit = keyof typeof openEditLabels
