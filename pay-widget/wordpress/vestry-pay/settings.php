<?php
/**
 * The settings page: Settings > Vestry Pay.
 *
 * @package VestryPay
 */

defined( 'ABSPATH' ) || exit;

/**
 * The origin of an address: https, or http of this machine; null of anything else.
 *
 * @param string $address What was typed.
 * @return string|null
 */
function vestry_pay_origin( $address ) {
	$parts = wp_parse_url( trim( $address ) );
	if ( ! is_array( $parts ) || empty( $parts['scheme'] ) || empty( $parts['host'] ) || isset( $parts['user'] ) || isset( $parts['pass'] ) ) {
		return null;
	}
	$scheme = strtolower( $parts['scheme'] );
	$host   = strtolower( $parts['host'] );
	$local  = in_array( $host, array( 'localhost', '127.0.0.1', '[::1]' ), true );
	$secure = 'https' === $scheme || ( 'http' === $scheme && $local );
	if ( ! $secure || ! preg_match( '/^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])$/', $host ) ) {
		return null;
	}
	return $scheme . '://' . $host . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' );
}

/**
 * What is saved of what was typed. An address that will not do leaves the one before.
 *
 * @param mixed $given The form's fields.
 * @return array{origin: string, network: string}
 */
function vestry_pay_sanitize( $given ) {
	$given   = is_array( $given ) ? $given : array();
	$address = sanitize_text_field( $given['origin'] ?? '' );
	$origin  = '' === $address ? '' : vestry_pay_origin( $address );
	if ( null === $origin ) {
		$origin = vestry_pay_settings()['origin'];
		/* translators: an example of an address follows the colon. */
		$problem = __( 'The address of your Vestry was not saved. It begins with https, for example: https://dues.example.org', 'vestry-pay' );
		add_settings_error( VESTRY_PAY_OPTION, 'vestry_pay_origin', $problem );
	}
	return array(
		'origin'  => $origin,
		'network' => sanitize_text_field( $given['network'] ?? '' ),
	);
}

/**
 * A field of the page.
 *
 * @param array{name: string, type: string, help: string} $field Which one; its id is its name with a prefix.
 */
function vestry_pay_field( $field ) {
	$id = VESTRY_PAY_OPTION . '_' . $field['name'];
	printf(
		'<input type="%1$s" class="regular-text" id="%2$s" name="%3$s" value="%4$s" aria-describedby="%2$s-help"><p class="description" id="%2$s-help">%5$s</p>',
		esc_attr( $field['type'] ),
		esc_attr( $id ),
		esc_attr( VESTRY_PAY_OPTION . '[' . $field['name'] . ']' ),
		esc_attr( vestry_pay_settings()[ $field['name'] ] ),
		esc_html( $field['help'] )
	);
}

/**
 * Declares the option and its fields. The Settings API checks nonce and capability when they are saved.
 */
function vestry_pay_admin_init() {
	register_setting(
		VESTRY_PAY_OPTION,
		VESTRY_PAY_OPTION,
		array(
			'type'              => 'object',
			'sanitize_callback' => 'vestry_pay_sanitize',
			'show_in_rest'      => false,
		)
	);
	add_settings_section( 'vestry_pay_app', '', '__return_null', 'vestry-pay' );
	$fields = array(
		'origin'  => array(
			__( 'Address of your Vestry', 'vestry-pay' ),
			'url',
			__( 'For example https://dues.example.org. There, under Settings, list the address of this site as one that may show the pay page.', 'vestry-pay' ),
		),
		'network' => array(
			__( 'Network', 'vestry-pay' ),
			'text',
			__( 'Its short name or id. Where neither a bill nor a network is named, payors are shown its form for finding their bill.', 'vestry-pay' ),
		),
	);
	foreach ( $fields as $name => list( $title, $type, $help ) ) {
		$label_for = VESTRY_PAY_OPTION . '_' . $name;
		add_settings_field( $label_for, $title, 'vestry_pay_field', 'vestry-pay', 'vestry_pay_app', compact( 'name', 'type', 'help', 'label_for' ) );
	}
}
add_action( 'admin_init', 'vestry_pay_admin_init' );

/**
 * Draws the page.
 */
function vestry_pay_page() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	echo '<div class="wrap"><h1>' . esc_html( get_admin_page_title() ) . '</h1><form action="options.php" method="post">';
	settings_fields( VESTRY_PAY_OPTION );
	do_settings_sections( 'vestry-pay' );
	submit_button();
	echo '</form></div>';
}

/**
 * Adds the page to the menu.
 */
function vestry_pay_admin_menu() {
	add_options_page( __( 'Vestry Pay', 'vestry-pay' ), __( 'Vestry Pay', 'vestry-pay' ), 'manage_options', 'vestry-pay', 'vestry_pay_page' );
}
add_action( 'admin_menu', 'vestry_pay_admin_menu' );
