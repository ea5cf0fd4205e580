<?php
/**
 * Plugin Name:       Vestry Pay
 * Description:       Vestry's pay page in a page or post: a bill, or the form that finds one. As a block, and as the shortcode [vestry_pay].
 * Version:           1.0.0
 * Requires at least: 6.3
 * Requires PHP:      7.4
 * Author:            Vestry
 * License:           MIT
 * License URI:       https://opensource.org/license/mit
 * Text Domain:       vestry-pay
 *
 * @package VestryPay
 */

defined( 'ABSPATH' ) || exit;

const VESTRY_PAY_VERSION = '1.0.0';
const VESTRY_PAY_OPTION  = 'vestry_pay';

if ( is_admin() ) {
	require_once __DIR__ . '/settings.php';
}

/**
 * The settings: the app's address without a slash at its end, and the network of tags that name nothing.
 *
 * @return array{origin: string, network: string}
 */
function vestry_pay_settings() {
	$saved = get_option( VESTRY_PAY_OPTION );
	return wp_parse_args(
		is_array( $saved ) ? $saved : array(),
		array(
			'origin'  => '',
			'network' => '',
		)
	);
}

/**
 * The tag, with a link to the pay page for whoever has no JavaScript. Of the shortcode and of the block alike.
 *
 * @param array<string, string>|string $given The attributes as they were written.
 * @return string Markup, escaped.
 */
function vestry_pay_render( $given ) {
	$settings   = vestry_pay_settings();
	$attributes = shortcode_atts(
		array(
			'bill'    => '',
			'network' => '',
			'mode'    => '',
			'theme'   => '',
			'locale'  => '',
			'label'   => '',
		),
		is_array( $given ) ? $given : array(),
		'vestry_pay'
	);
	$attributes = array_map( 'trim', array_map( 'strval', $attributes ) );
	// A bill comes before a network, and either before the site's own.
	if ( '' !== $attributes['bill'] ) {
		$attributes['network'] = '';
	} elseif ( '' === $attributes['network'] ) {
		$attributes['network'] = $settings['network'];
	}
	$missing = '';
	if ( '' === $settings['origin'] ) {
		$missing = __( 'Vestry Pay shows nothing yet: its settings lack the address of your Vestry.', 'vestry-pay' );
	} elseif ( '' === $attributes['bill'] . $attributes['network'] ) {
		$missing = __( 'Vestry Pay shows nothing here: it needs a bill or a network.', 'vestry-pay' );
	}
	if ( '' !== $missing ) {
		// Visitors are shown nothing: they can do nothing about it.
		return current_user_can( 'edit_posts' ) ? '<p>' . esc_html( $missing ) . '</p>' : '';
	}
	// In the language of the page that the link opens, which may differ from the site's.
	$default = 'es' === $attributes['locale'] ? 'Pagar su factura' : __( 'Pay your bill', 'vestry-pay' );
	$label   = '' === $attributes['label'] ? $default : $attributes['label'];
	$page  = '' === $attributes['bill'] ? '/find/' . rawurlencode( $attributes['network'] ) : '/pay/' . rawurlencode( $attributes['bill'] );
	$link  = $settings['origin'] . $page . ( '' === $attributes['locale'] ? '' : '?lang=' . rawurlencode( $attributes['locale'] ) );
	$tag   = '';
	foreach ( array_merge( $attributes, array( 'label' => $label ) ) as $name => $value ) {
		$tag .= '' === $value ? '' : ' ' . $name . '="' . esc_attr( $value ) . '"';
	}
	wp_enqueue_script( 'vestry-pay' );
	return '<vestry-pay' . $tag . '><a slot="fallback" href="' . esc_url( $link ) . '">' . esc_html( $label ) . '</a></vestry-pay>';
}

/**
 * Registers the app's script, which pages with a tag load, the shortcode, and the block.
 */
function vestry_pay_register() {
	$origin = vestry_pay_settings()['origin'];
	if ( '' !== $origin ) {
		// The app's own script: its newest, whose version is in its address.
		wp_register_script( 'vestry-pay', $origin . '/v1.js', array(), null, array( 'strategy' => 'async' ) ); // phpcs:ignore WordPress.WP.EnqueuedResourceParameters.MissingVersion
	}
	add_shortcode( 'vestry_pay', 'vestry_pay_render' );
	$needs = array( 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element', 'wp-i18n', 'wp-server-side-render' );
	wp_register_script( 'vestry-pay-editor', plugins_url( 'block/editor.js', __FILE__ ), $needs, VESTRY_PAY_VERSION, true );
	wp_set_script_translations( 'vestry-pay-editor', 'vestry-pay' );
	register_block_type( __DIR__ . '/block', array( 'render_callback' => 'vestry_pay_render_block' ) );
}
add_action( 'init', 'vestry_pay_register' );

/**
 * The block: what the shortcode draws, in what the editor lays around blocks.
 *
 * @param array<string, string> $attributes The block's attributes.
 * @return string Markup, escaped.
 */
function vestry_pay_render_block( $attributes ) {
	$drawn = vestry_pay_render( $attributes );
	return '' === $drawn ? '' : '<div ' . get_block_wrapper_attributes() . '>' . $drawn . '</div>';
}
