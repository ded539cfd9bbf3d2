import { type ComponentType, createContext, type ReactNode } from 'react'

/** Projects belong to a higher layer, so the pages get what chooses and names them from `app/`. */
export interface ProjectParts {
  Select: ComponentType<{ label: string; onPick: (rid: number, name: string) => void }>
  /** Reads the names of projects for what it contains. */
  Names: ComponentType<{ rids: readonly number[]; children: (nameOf: (rid: number) => string) => ReactNode }>
}

export const ProjectPartsContext = createContext<ProjectParts>({
  Select: () => null,
  Names: ({ children }) => children((rid) => `项目 ${rid}`),
})
