import { isothermPaths } from './curves.ts'
import { DrawingFrame, type DrawingProps, Trace } from './frame.tsx'
import { seedOf } from './random.ts'

/** BET: adsorption below, desorption above, a loop between. */
export function Isotherm({ seed, title, shape }: DrawingProps & { shape?: readonly number[] | undefined }) {
  const { adsorption, desorption } = isothermPaths(seedOf(seed), shape)
  return (
    <DrawingFrame title={title}>
      <Trace d={adsorption} />
      <Trace d={desorption} cyan />
    </DrawingFrame>
  )
}
