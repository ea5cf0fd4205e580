<?php
/**
 * Removes what the plugin has saved, on each site of a multisite.
 *
 * @package VestryPay
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

if ( is_multisite() ) {
	$vestry_pay_sites = get_sites(
		array(
			'fields' => 'ids',
			'number' => 0,
		)
	);
	foreach ( $vestry_pay_sites as $vestry_pay_site ) {
		delete_blog_option( $vestry_pay_site, 'vestry_pay' );
	}
} else {
	delete_option( 'vestry_pay' );
}
