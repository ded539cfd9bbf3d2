alter table content_images validate constraint content_images_kind;
