import { isothermPaths } from './curves.ts'
import { DrawingFrame, type DrawingProps, Trace } from './frame.tsx'
import { seedOf } from './random.ts'

/** BET: adsorption below, desorption above, a loop between. */
export function Isotherm({ seed, title }: DrawingProps) {
  const { adsorption, desorption } = isothermPaths(seedOf(seed))
  return (
    <DrawingFrame title={title}>
      <Trace d={adsorption} />
      <Trace d={desorption} cyan />
    </DrawingFrame>
  )
}
