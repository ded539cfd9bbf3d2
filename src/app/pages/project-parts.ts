import type { ProjectParts } from '../../people/groups/pages/project-parts.ts'
import { ProjectSelect, useProjectNames } from '../../shop/catalogue/project-select.tsx'

export const projectParts: ProjectParts = { Select: ProjectSelect, useNames: useProjectNames }
