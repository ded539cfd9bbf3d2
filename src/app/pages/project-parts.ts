import type { ProjectParts } from '../../people/groups/pages/project-parts.ts'
import { ProjectNames, ProjectSelect } from '../../shop/catalogue/project-select.tsx'

export const projectParts: ProjectParts = { Select: ProjectSelect, Names: ProjectNames }
