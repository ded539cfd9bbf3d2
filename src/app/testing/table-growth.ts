/** Why each table cannot grow without limit. A new table needs a line here, or a sweep. */
export const growth = {
  /** Cleaned by periodic work. */
  swept:
    'alarm_mails alarms api_key_days api_requests backup_runs code_failures fault_samples faults file_links files idempotency_keys import_rows invite_browsers invite_devices jobs missing_addresses parcels plan_shares push_subscriptions removed_files route_nodes sessions sign_ins sms_codes staff_notices upload_parts upload_signed_parts uploads webhook_deliveries wechat_events wechat_tickets'.split(
      ' ',
    ),
  /** Replaced by the next use of the same thing. */
  sweptInUse:
    'address_tries content_previews content_typed_previews login_failures reach_probes require_attempts staff_sign_ins used_proofs'.split(
      ' ',
    ),
  /** Cleaned by a job that is queued with each row. */
  droppedWhenDue: ['personal_exports', 'list_exports', 'data_packages'],
  /** Kept by law or as proof; grows with the business and not with visits. */
  records: words(`
    invoice_red_letters
    agreement_versions
    api_keys
    audit_log
    audit_seals
    bank_lines
    book_runs
    channel_bills
    channel_differences
    consents
    content_revisions
    contracts
    coupon_campaigns
    coupon_codes
    coupon_issues
    coupons
    credit_applications
    credit_dues
    curve_analyses
    day_closings
    day_figures
    figure_days
    figure_fill
    demands
    file_shares
    final_amounts
    group_spend
    import_runs
    invoice_applications
    invoice_lines
    ledger_accounts
    ledger_entries
    ledger_transfers
    messages
    notice_deliveries
    order_funding_changes
    order_lines
    order_readers
    orders
    paid_orders
    payment_notifies
    payments
    point_earnings
    point_lots
    point_claims
    point_exchanges
    point_transfers
    point_uses
    rebates
    pickups
    threads
    thread_messages
    thread_reads
    notes
    note_versions
    note_mentions
    call_records
    todos
    received_money
    refunds
    reports
    instrument_diary
    instrument_downtimes
    control_measurements
    control_limits
    reservations
    reservation_offers
    reviews
    result_files
    library_curves
    library_drawings
    library_notes
    samples
    samples_without_data
    settlement_rows
    settlements
    journal_exports
    staff_absences
    staff_limit_uses
    stage_history
    statement_batches
    statement_mails
    test_records
    transfer_claims
    verification_checks
    withdrawals`),
  /** One row for each person, project, text or setting, or a fixed number for each. */
  bounded: words(`
    webhooks
    staff_roles
    account_codes
    staff_limits
    acknowledgements
    addresses
    article_documents
    article_grams
    article_postings
    articles
    banners
    cache_tags
    cases
    categories
    content_images
    content_totals
    customers
    form_versions
    group_members
    group_transfers
    groups
    home_picks
    invitations
    invite_rewards
    invoice_titles
    listing_counts
    listing_scopes
    calendar_feeds
    listings
    order_drafts
    pages
    parsed_series
    notice_wordings
    library_tags
    library_collections
    library_collection_curves
    partners
    payout_accounts
    periodic_work
    plan_lines
    point_holders
    point_goods
    price_rules
    project_examples
    projects
    pickup_slots
    promoter_bindings
    promoters
    redirects
    control_charts
    instrument_projects
    instruments
    reservation_cells
    saved_views
    schema_migrations
    schema_release
    releases_read
    health_findings
    search_documents
    search_grams
    search_postings
    server_keys
    backfills
    settings
    shelves
    share_cards
    method_questions
    site_notices
    staff
    staff_recovery_codes
    customer_recovery_codes
    customer_second_factors
    wechat_bindings`),
}

/** One name per line, so that branches that add tables merge without conflicts. */
function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
