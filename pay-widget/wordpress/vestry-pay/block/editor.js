/* The block in the editor. The server draws it; its fields are in the sidebar. */
;(({ blockEditor, blocks, components, element, i18n, serverSideRender: ServerSideRender }) => {
  const { createElement, Fragment } = element
  const { __ } = i18n

  const texts = {
    bill: [__('Bill', 'vestry-pay'), __('The id at the end of its address.', 'vestry-pay')],
    network: [__('Network', 'vestry-pay'), __('Of the form that finds a bill. Without one, that of the settings.', 'vestry-pay')],
    label: [__('Words of the link', 'vestry-pay'), __('Without any: Pay your bill', 'vestry-pay')],
  }
  const choices = {
    mode: [__('Shown as', 'vestry-pay'), { '': __('The page itself', 'vestry-pay'), button: __('A button', 'vestry-pay') }],
    theme: [__('Colours', 'vestry-pay'), { '': __("The visitor's", 'vestry-pay'), light: __('Light', 'vestry-pay'), dark: __('Dark', 'vestry-pay') }],
    locale: [__('Language', 'vestry-pay'), { '': __("The visitor's", 'vestry-pay'), en: 'English', es: 'Español' }],
  }

  const Edit = ({ attributes, setAttributes }) => {
    const common = (name) => ({ key: name, value: attributes[name], onChange: (value) => setAttributes({ [name]: value }) })
    const fields = [
      ...Object.entries(texts).map(([name, [label, help]]) => createElement(components.TextControl, { ...common(name), label, help })),
      ...Object.entries(choices).map(([name, [label, words]]) => {
        const options = Object.entries(words).map(([value, word]) => ({ value, label: word }))
        return createElement(components.SelectControl, { ...common(name), label, options })
      }),
    ]
    return createElement(
      Fragment,
      null,
      createElement(
        blockEditor.InspectorControls,
        null,
        createElement(components.PanelBody, { title: __('What is shown', 'vestry-pay') }, ...fields),
      ),
      // A click on a link in the preview would leave the editor.
      createElement(
        'div',
        blockEditor.useBlockProps(),
        createElement(components.Disabled, null, createElement(ServerSideRender, { block: 'vestry/pay', attributes })),
      ),
    )
  }

  blocks.registerBlockType('vestry/pay', { edit: Edit, save: () => null })
})(window.wp)
