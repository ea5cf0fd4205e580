import { createElement } from 'react'

/** Makes an icon's component. The one of lucide-react weighs a kilobyte, for options that are not used here. */
export default ({ node }) =>
  ({ size = 24, className }) =>
    createElement(
      'svg',
      {
        ...{ width: size, height: size, viewBox: '0 0 24 24', className, 'aria-hidden': true },
        ...{ fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' },
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
