import { type ComponentType, createContext } from 'react'

/** Projects belong to a higher layer, so the pages get what chooses and names them from `app/`. */
export interface ProjectParts {
  Select: ComponentType<{ label: string; onPick: (rid: number, name: string) => void }>
  useNames: (rids: readonly number[]) => ReadonlyMap<number, string>
}

export const ProjectPartsContext = createContext<ProjectParts>({ Select: () => null, useNames: () => new Map() })
